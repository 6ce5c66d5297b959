"""The words of pages in each language, in one place. Rulebooks have their own words, in their texts and look files.

    english, russian, italian     the words of a language, by name
    words                         a language -> its words; what a browser asks for -> a language
    narrator                      moves, rolls, events, refusals and rows -> their words in the language of a page
"""

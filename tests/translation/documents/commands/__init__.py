"""The commands on documents, as a translator meets them."""

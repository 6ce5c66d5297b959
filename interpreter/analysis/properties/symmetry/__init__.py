"""Symmetry: a relabelled position plays like the first.

    relabel         positions, choices and events with other labels
    relabellings    a symmetry -> the ways in which it relabels
    fixed           what never changes, and so stands against a relabelling
    equivariance    the property: relabelling first or playing first leads to the same position
"""

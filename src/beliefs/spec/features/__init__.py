"""What services are made of, written as programs in the effect language.

Each file is one family. Its functions take a few parameters and give operations whose effects say
everything they do; nothing here is code of a built service.

resources    a kind of row with a place among the paths, and what holds for all its operations
crud         create, list, show, replace, change, remove
listing      filters, search, sort and paging of a list
"""

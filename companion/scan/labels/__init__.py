"""Our labels, version 1 of the QR code: found by their finder patterns, read module by module.

`finders` finds the finder patterns of a picture; `triples` and `pairs` say which of them may be one label's; `reading` makes
its modules out and says what they mean, through the error correction of a QR code or, in `closed`, by the labels that are
known; `symbol` is what all labels have in common.
"""

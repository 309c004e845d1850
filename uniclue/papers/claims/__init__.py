"""The machinery of ledgers: claims as data, evidence with intervals, verdicts, and their page.

``claim`` reads a ledger's file, ``evidence`` holds what is measured, ``tests`` decide, ``judging``
puts them together, ``page`` prints, and ``answers`` measures by a command's output.
"""

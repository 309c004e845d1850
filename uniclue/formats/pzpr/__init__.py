"""The puzzles of pzpr (puzz.link, pzv.jp): how links and files write what a kind's fields hold."""

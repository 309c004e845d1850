"""All that a kind of puzzle is written with: ``from uniclue.kit import Board, Exactly, Loop``.

A name is looked up in its module when a kind asks for it, so that no kind loads the rules of
others. Type checkers and editors read ``kit.pyi``, which ``python -m tests.kit_stub`` writes.
"""

from importlib import import_module
from typing import Any

GROUPS = {
    # What a kind is made of, and the types of what it says.
    "A kind": {
        "collections.abc": "Callable Collection Hashable Iterable Iterator Mapping Sequence",
        "msgspec": "Meta Struct field",
        "msgspec.structs": "replace",
        "typing": "Annotated Any ClassVar Literal NamedTuple Self cast",
        "uniclue.constraints.board": (
            "Board entry_of values_by_place refuse_unless_square refuse_unless_neighbours"
        ),
        "uniclue.constraints.tiled": "TiledBoard",
        "uniclue.core.model": "Bools Group Ints Model Place Value View Writer",
        "uniclue.core.puzzle": (
            "Contradiction Example Forms Grid Hints Narrowed PossibleClue Puzzle "
            "PuzzleError Violation"
        ),
    },
    # Places, what lies around them, lines and blocks of them.
    "Geometry": {
        "uniclue.core.places": (
            "ARROWS COMPASS CORNERS DIRECTIONS HEADINGS OPPOSITE Layer Point Shape Stretch Unit "
            "around around8 between beyond block blocks borders boxes cells close_together "
            "columns corners diagonals free_columns free_to_rows leaps links name names pairs "
            "pieces ranges ray regions rows rows_and_columns runs sides stretches "
            "usual_box usual_boxes ways_of windows within"
        ),
        "uniclue.core.halves": "matching_halves",
        "uniclue.core.polyominoes": (
            "PENTOMINOES TETROMINOES Form Placement form form_of free laid placement polyominoes "
            "rectangles_around turned"
        ),
        "uniclue.core.puzzle": (
            "duplicates filled is_complete name_place name_places neighbours shifted where"
        ),
        "uniclue.core.spaces": "AnyTiling LinedTiling Space space_of",
        "uniclue.core.overlapping": "Frame LAYOUTS LayoutName SIDE frames turned_boards",
        "uniclue.core.turns": "TURNS Turn",
    },
    # How a member of a puzzle is written, checked, read and printed.
    "Fields": {
        "uniclue.core.fields": (
            "AreaNumbers Areas ArrowNumbers AtCorners AtInnerCorners Beside BlockLengths Cells "
            "Circles Digits Dotted Entries Field Labels Objects Printed RunSums TextGrid TextRow "
            "Tokens UNKNOWN areas arrows blanks cells_at_dot dots entries fields_of items letters "
            "numbered_areas numbered_lines numbers typed"
        ),
        "uniclue.core.listed": (
            "Diagonals Door Lines ParityDigits Pencilmarks Quadruples Spots dot less_than pointer "
            "shaded sign stroke wall with_ends"
        ),
    },
    # How puzz.link and janko.at write a kind.
    "Other sites": {
        "uniclue.core.codecs": (
            "Alphabet Always AreasAndHoles AreasAndMarkedHoles Bars Beams Behind Bends BlackCells "
            "Blackened BorderDots BorderSigns BorderWalls Borders BordersAndHoles Centres "
            "ColouredDots Compasses "
            "CornerNumbers DecimalDigits DenseNumbers DigitsOrNumbers Directions Dots Flag Fleet "
            "Fours FoursOfLines FoursThenColours PlainDots "
            "FromSize Gates HoleNumbers Holes Ice IceAndArrows IceAndNumbers IceAndSomeNumbers "
            "Janko KakuroSums LettersBeside LineLengths LoopVisits "
            "MazeSigns Number NumberGroups NumberedAreas NumberedCircles NumbersAround "
            "NumbersBeside NumbersOnColours Pieces PlainNumbers Poles Pzpr RoomNumbers "
            "SheepAndWolves Ships "
            "Signs SnakeEnds SudokuDigits Tanks TentTrees Tiles Triangles UsualBox Walls "
            "WhiteAndBlack Written"
        ),
    },
    # The vocabulary, and what new words are written with.
    "Constraints": {
        "uniclue.constraints.self_count": "SelfCount",
        "uniclue.constraints.as_often": "AsOften",
        "uniclue.constraints.filling": "numbers_of_neighbours one_number_each",
        "uniclue.constraints.forbidden": "Forbidden",
        "uniclue.constraints.base": (
            "OUTSIDE Broken Clue Constraint Constraints Values cells_of literals"
        ),
        "uniclue.constraints.arguments": "FaultError",
        "uniclue.constraints.bridges": "Bridge BridgeRows bridges_of",
        "uniclue.constraints.chain": "Chain",
        "uniclue.constraints.compare": "Between Difference Element Increasing Less Ratio",
        "uniclue.constraints.connected": "Connected",
        "uniclue.constraints.count": (
            "AllBut AtLeast AtMost Count CountIn Exactly Supply number_of_blocks"
        ),
        "uniclue.constraints.all_different": "AllDifferent Permutation Consecutive DifferentLists",
        "uniclue.constraints.all_different_sum": "AllDifferentSum possible_digits",
        "uniclue.constraints.dissected": "DissectedBoard areas_cut told_by_cells",
        "uniclue.propagation.cover": "exact_covers placements_left",
        "uniclue.constraints.exact_cover": "Dissection InArea Packing UnlikeAreas parted",
        "uniclue.constraints.growth": "Growth growth_rounds",
        "uniclue.constraints.heights": "SameHeight LowerThan",
        "uniclue.constraints.holds": "Holds",
        "uniclue.constraints.humidity": "Band HumidityCondition band_text is_within need_band",
        "uniclue.constraints.islands": "InIslands Island ComponentSize islands_of",
        "uniclue.constraints.if_so": "ExactlyIf Liars",
        "uniclue.constraints.latin": "LatinSquare",
        "uniclue.constraints.line_blocks": "LineBlocks line_hints",
        "uniclue.constraints.lines": "MinDifference EqualLists PairSum Sandwich SumOf FirstSum",
        "uniclue.constraints.listed": "Listed ListedLines ListedPairs Whispers mirrored",
        "uniclue.constraints.sudoku_lines": (
            "double_arrow entropic_line equal_sums lockout modular_line nabner zipper"
        ),
        "uniclue.constraints.logic": (
            "AnyOf Crossing Implies InReach NotAll NotAllEqual InDomain AllEqual"
        ),
        "uniclue.constraints.loop": "Circuit Loop",
        "uniclue.constraints.course": "Course",
        "uniclue.constraints.directed": "Directed Turns",
        "uniclue.constraints.followed": "InOrder Leads PassedAs Ways",
        "uniclue.constraints.point_symmetric": "PointSymmetric",
        "uniclue.constraints.neighbours": "Neighbours",
        "uniclue.constraints.numbered": "NumberedRegions",
        "uniclue.constraints.arms": (
            "arm_pictures arms links_at links_out pass_pictures passed_alike turn_pictures"
        ),
        "uniclue.constraints.pattern_count": "PatternCount Picture",
        "uniclue.constraints.matches": "Matches",
        "uniclue.constraints.matching": "Matching",
        "uniclue.constraints.paths": (
            "PathsFromEnds Path add_shortest halved_paths other_way paths_from"
        ),
        "uniclue.constraints.cells_reached": "CellsReached",
        "uniclue.constraints.divided": "AreaCount Divided SizeBetween",
        "uniclue.constraints.area_parts": "ClueOfArea NoBorderWithin NoLooseEnd",
        "uniclue.constraints.tree": "Acyclic OnPath TreePath",
        "uniclue.constraints.rooted": "ConnectedLines ConnectedToRoot AcyclicSlants",
        "uniclue.constraints.sea": "sea_model",
        "uniclue.constraints.shading": (
            "dynasty fleet_of loop_past_shaded no_pools no_two_borders printed_fleet "
            "separate_dominoes separate_squares white_cell"
        ),
        "uniclue.constraints.towers": "FirstSeen TowersSeen TowersSum",
        "uniclue.constraints.connected_except": "ConnectedExcept",
        "uniclue.constraints.cells_seen": "CellsSeen",
        "uniclue.constraints.species": "Condition MapClue OfNeighbours OnGround SpeciesMap",
        "uniclue.constraints.table": "Not Pattern Table pictures",
        "uniclue.constraints.timed": "FINAL CountCondition FlowerNeighbours Timed",
        "uniclue.constraints.sums": "SumBetween Product SumOrProduct Sum",
        "uniclue.constraints.unary": "NUMBERS",
        "uniclue.constraints.unequal_counts": "SomeEqual DifferentCounts",
        "uniclue.constraints.walk": "Regular",
        "uniclue.constraints.weighted": "WeightsExcept",
    },
    # A kind's own quick way to see what can still stand where.
    "Logic": {
        "uniclue.core.memory": "refuse_too_large",
        "uniclue.propagation.counts": "CardinalityRows",
        "uniclue.propagation.lines": "LineLogic",
        "uniclue.propagation.pieces": "by_bits cut_board rectangle_bits",
        "uniclue.propagation.symmetric": "cut_around",
    },
    # What is printed on a board, and words for messages.
    "Marks": {
        "uniclue.core.marks": (
            "LOW Circle Flower Ground Line Mark Outline PicturedShips Shade Symbol Text less_sign"
        ),
        "uniclue.core.words": (
            "A_NAME aligned either expected_one_of is_name number_of quoted shown with_article"
        ),
    },
    # How puzzles are made, layouts drawn at random, and boards turned.
    "Generation": {
        "uniclue.constraints.generation": (
            "Construction Generation Solved Turning blank_of blank_with tiling_members "
            "with_area_sums with_island_sizes without_circle_numbers without_dots"
        ),
        "uniclue.core.layouts": (
            "Names areas_where beside beside_each_other bridges covering_walks cut_loop "
            "crooked dominoes equal_areas filling_paths grown joined_in_pairs latin matched "
            "packed_dominoes parts random_areas rectangles scattered shuffled turning walks"
        ),
        "uniclue.core.fields": "rows_of",
        "uniclue.core.packing": "packed",
    },
}
"""The names of each group, by the modules that define them."""
Rng = "numpy.random.Generator"
"""The type of what draws at random. By its name: loading it takes longer than loading a kind."""

NAMES = {
    name: module
    for modules in GROUPS.values()
    for module, names in modules.items()
    for name in names.split()
}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(NAMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*NAMES, "Rng"})

"""The press: print-and-play components from a kit to finished sheets.

Knows nothing of any game, of Flask or of the rest of the product. The way of a component:

kinds/, displays/ (model -> display list, drawn with look/) -> layout/ (sheets, backs from fronts, marks) -> render/
-> proof/

All lengths are millimetres, all type sizes points, the origin is the top left corner and y grows
downwards, like the reader's eye.

A sheet of counters without any game, as a whole program:

    from functools import partial

    from printables.job import PrintJob
    from printables.kinds.counter import Corner, EmblemBack, UnitCounter, emblem_back, outline, unit_front
    from printables.model import Component, Kit, Piece


    def unit(side, level):
        values = {"attack": level + 2, "defense": level + 1, "cost": level, "movement": 3}
        face = UnitCounter(side, "sword", "close", tuple(Corner(a, v) for a, v in values.items()))
        return Piece(f"{side}-{level}", f"{side} {level}", 6, outline(), partial(unit_front, face),
                     partial(emblem_back, EmblemBack(side, side.upper())), safe=0.7)


    pieces = tuple(unit(side, level) for side in ("blue", "teal") for level in (1, 2, 3))
    kit = Kit("skirmish", "Skirmish", (Component("units", "Units", pieces),))
    job = PrintJob(kit, paper="a4", sides="duplex-long")
    print(job.plan())
    print(job.write("out"))
"""

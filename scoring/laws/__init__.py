"""The laws of the club code of 1877, a module for each section of it; ``index`` is the table of all 55.

Each ``judge_*`` takes facts and a report, adds findings, and changes nothing else.
"""

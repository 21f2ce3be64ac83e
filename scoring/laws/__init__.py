"""The laws of the club code of 1877, a module for each section of it; ``index`` is the table of all 55 laws.

Each ``judge_*`` function checks a part of the record and adds findings to a report; it changes nothing else.
"""

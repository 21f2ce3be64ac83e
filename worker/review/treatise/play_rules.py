"""The treatise's rules on discarding, the king and the lead, in our own words."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.rule import Rule

PLAY_RULES: Final = (
    Rule(
        "discard-all",
        "All but trumps and kings",
        "Put out everything but trumps and kings.",
    ),
    Rule(
        "discard-few",
        "Fewer than three to put out",
        "Put out everything but trumps and kings. With fewer than three such cards, and without the king "
        "of trumps, cards had better not have been exchanged.",
    ),
    Rule(
        "discard-guarded",
        "The king in hand, and tens or better to keep",
        "With the king of trumps put out two cards alone, and keep those as high as a ten in a suit that is "
        "guarded.",
    ),
    Rule(
        "discard-none",
        "Nothing to put out",
        "Trumps and kings stay, and the hand has nothing else.",
    ),
    Rule(
        "king-mark",
        "Mark the king",
        "Mark the king of trumps: it counts one.",
    ),
    Rule(
        "king-silent",
        "Silence with the king at three to four",
        "Don't mark it: the point counts two against an opponent who stood or refused, and wins the "
        "game from three; the king would only show the hand.",
    ),
    Rule(
        "lead-1",
        "Three trumps",
        "Lead the highest trump.",
    ),
    Rule(
        "lead-2a",
        "Two trumps, three of a suit",
        "Lead the highest of the three, and go on with the suit.",
    ),
    Rule(
        "lead-2b",
        "Two trumps, guarded queen",
        "Lead the guarded card, always where it is a king; where it is a queen and both trumps are low, "
        "the single card.",
    ),
    Rule(
        "lead-2c",
        "Two trumps, a pair and a king",
        "Lead the higher of the pair if its cards are in sequence, else the king.",
    ),
    Rule(
        "lead-2d",
        "Two trumps, a pair and a high card",
        "Lead from the pair, the higher card first.",
    ),
    Rule(
        "lead-2e",
        "Two trumps, three single cards",
        "Lead the highest single card.",
    ),
    Rule(
        "lead-3a",
        "One trump and a tierce",
        "Lead the highest of the tierce, and go on.",
    ),
    Rule(
        "lead-3b",
        "One trump, king and three more",
        "Lead the king, and go on.",
    ),
    Rule(
        "lead-3c",
        "One trump, guarded queens",
        "Lead the guarded queen, and go on with her suit.",
    ),
    Rule(
        "lead-4",
        "Four court cards",
        "Lead the guarded card of the strongest plain suit.",
    ),
    Rule(
        "lead-5",
        "Only two cards to put out",
        "Lead the guarded card of the strongest plain suit.",
    ),
    Rule(
        "lead-strongest",
        "The strongest suit",
        "With fewer than three trumps lead from two or more cards of a plain suit, the strongest, "
        "highest card first.",
    ),
    Rule(
        "lead-single",
        "A weak hand, after a refusal",
        "Lead the highest single card, so that the guarded suit may be led to.",
    ),
    Rule(
        "lead-sequence",
        "Low cards in sequence, after a refusal",
        "Lead from low cards in sequence rather than from a tenace.",
    ),
    Rule(
        "lead-trumps",
        "Three trumps in hand",
        "With three trumps lead one.",
    ),
    Rule(
        "lead-go-on",
        "Going on",
        "Go on with the suit, highest card first, until it is stopped.",
    ),
    Rule(
        "lead-trump-first",
        "A trump before going on",
        "Your suit wasn't trumped, and you hold the king of trumps, the queen with the king not "
        "announced, or jack and ace: lead a trump, then go on.",
    ),
    Rule(
        "lead-no-forward",
        "No trumps at four",
        "Go on with the suit: at four the vole gains nothing, so that trumps are not led for it.",
    ),
    Rule(
        "lead-vole",
        "Three tricks, for the vole",
        "With the first three tricks won lead the trump.",
    ),
    Rule(
        "lead-two-one",
        "Two tricks to one",
        "With a trump and a plain card left lead the plain card.",
    ),
    Rule(
        "lead-one-two",
        "One trick to two",
        "With a trump and a plain card left lead the trump.",
    ),
    Rule(
        "lead-3a-king",
        "The trump king and a tierce",
        "Begin with the trump: it is the king.",
    ),
    Rule(
        "lead-queens",
        "Three queens",
        "Begin with a guarded queen.",
    ),
    Rule(
        "lead-queens-trump",
        "Three queens, one of trumps",
        "Begin with the queen of trumps: if she meets the king, the other suits are led up to.",
    ),
    Rule(
        "lead-shortest",
        "High cards of equal value",
        "Where a trump would come next if no king is declared, begin with the shortest of the suits "
        "headed alike: it is the least likely to be trumped.",
    ),
    Rule(
        "lead-king-refused",
        "The trump king, after a refusal",
        "Lead the king of trumps, then the suit.",
    ),
    Rule(
        "lead-guarded-king",
        "A guarded king, after a refusal",
        "Lead the guarded king at once.",
    ),
    Rule(
        "lead-never-guarded",
        "One guarded queen or jack, after a refusal",
        "Never lead the guarded card.",
    ),
    Rule(
        "lead-again",
        "The lead regained",
        "The suit was trumped: lead it again on obtaining the lead.",
    ),
    Rule(
        "lead-vole-change",
        "For the vole with a weak trump",
        "Change the suit each time, as the best chance that none is trumped; after three tricks lead the"
        " trump.",
    ),
    Rule(
        "lead-small-trump",
        "Two tricks, queen and two small trumps",
        "The king is declared against the queen and two small trumps: with two tricks made a small trump"
        " makes the point.",
    ),
    Rule(
        "lead-tenace",
        "A trick each, a tenace in trumps",
        "Lead the outside card, and be led to.",
    ),
    Rule(
        "lead-king-first",
        "Two tricks, and no trump against",
        "Lead a king before the trump, whether it is guarded or single: the opponent is left to guess "
        "which suit to keep.",
    ),
    Rule(
        "lead-change-tenace",
        "A tenace in trumps, and the king declared",
        "The first trick is won in the guarded suit and the king is declared: lead the single card, so "
        "as not to lead up to king and tenace.",
    ),
    Rule(
        "lead-outside",
        "A card to be put to",
        "Change the suit and lead an outside card: if the suit is trumped and a trump comes back, the "
        "last two cards would be a guess.",
    ),
    Rule(
        "lead-hand-1",
        "Two high trumps and two kings",
        "Lead the trump, for the chance of the vole.",
    ),
    Rule(
        "lead-trump-courts",
        "High trumps and court cards",
        "With queen and jack, or jack and ace, of trumps, and court cards out of trumps, a trump may be led first.",
    ),
    Rule(
        "lead-hand-1-forced",
        "A king trumped, another guarded",
        "Lead the guarded king, and its small card if it passes; the trump should not be led.",
    ),
    Rule(
        "lead-hand-2",
        "The queen of trumps against four",
        "Go on with the suit: with the opponent at four it is an error to lead the queen of trumps.",
    ),
    Rule(
        "lead-hand-3",
        "Three trumps with the king, one point wanted",
        "Lead the lower of the two plain cards: to be led to on the second trick makes sure of the point.",
    ),
    Rule(
        "lead-under-trump",
        "King and tenace in trumps, a trick each",
        "Lead the under trump.",
    ),
    Rule(
        "lead-hand-4",
        "A guarded suit and a single king",
        "Lead the single king where the guarded suit is a tenace, from the suit where its cards are of "
        "equal value.",
    ),
    Rule(
        "lead-hand-5",
        "A card of the suit thrown to the king",
        "The opponent threw a card of the suit to the king of trumps, and is guarded in it: lead an "
        "outside card.",
    ),
    Rule(
        "lead-hand-6",
        "King, jack and a small card, a low tenace in trumps",
        "Lead the jack: the king may win the second trick, and the small card lose the third.",
    ),
    Rule(
        "lead-hand-6-high",
        "King, jack and a small card, very high trumps",
        "Lead a trump, for the vole.",
    ),
    Rule(
        "lead-hand-7",
        "A tenace to be kept",
        "Lead the other suit, keeping the king and jack to be led to.",
    ),
    Rule(
        "lead-hand-13",
        "The queen fell to the king of trumps",
        "Go on with the trump, as the best chance of the vole.",
    ),
    Rule(
        "lead-hand-13-kings",
        "The queen fell, and kings or queens are left",
        "Don't go on with the trump: there is nothing to gain by it.",
    ),
    Rule(
        "lead-hand-14",
        "Four-all, after a refusal",
        "Lead the trump: the only chance is one smaller trump against it, and no card of the long suit.",
    ),
    Rule(
        "follow-hand-1",
        "Two trumps, and a king trumped",
        "Trump with the lower of the two.",
    ),
    Rule(
        "follow-hand-12",
        "A low card led, and the king",
        "Win it with the king in place of the lower card: it costs nothing, and the opponent may take "
        "the rest of the suit to be good.",
    ),
    Rule(
        "follow-hand-13",
        "Queen, jack and small trump to the king",
        "Throw the queen, so that the leader may go on with trumps.",
    ),
    Rule(
        "follow-discards",
        "Put to a card",
        "Of two cards of equal value keep the one of the suit of which fewer were put out: more of it is"
        " left with the opponent.",
    ),
)

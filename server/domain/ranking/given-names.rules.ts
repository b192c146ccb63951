/**
 * Common given names of the languages in which most audiobooks are recorded, folded. They tell a narrator behind a
 * title ("Title - Scott Brick") from another title ("Title - Catching Fire"), which has the same form.
 */
const GIVEN_NAMES = new Set(
  (
    'aaron adam adrian aidan alan albert alec alex alexander alexandra alfred alice alicia alison allan allison ' +
    'amanda amber amy anders andre andrea andreas andrew andy angela angus anita ann anna anne annie anthony anton ' +
    'antonio arthur ashley audrey barbara barry bart beatrice ben benedict benjamin bernadette bernard beth betty ' +
    'bill bob boris brad brandon brenda brian bridget brigitte bruce bryan byron caitlin callum cameron carl carla ' +
    'carlos carol caroline carolyn carrie casey cassandra catherine cathy cecilia charles charlie charlotte chris ' +
    'christian christina christine christoph christopher claire clara claudia clive colin connor craig cynthia ' +
    'dagmar damian dan dana daniel daniela danny darren dave david dean deborah denis dennis derek desmond detlef ' +
    'devon diana diane dick dietmar dion dominic don donald donna doris dorothy douglas duncan dylan ed eddie edgar ' +
    'edith eduardo edward edwin eileen elaine eleanor elena elizabeth ella ellen elliot emily emma eric erica erik ' +
    'erin ernest ethan eugene eva evan evelyn felicity felix fernando finn fiona florian frances francesca francis ' +
    'francois frank frankie franz fred frederick fritz gabriel gabrielle gareth gary gavin geoffrey george gerald ' +
    'gerard gert gildart giovanni giles gina gordon graham grant greg gregor gregory greta guido gustav hannah hans ' +
    'harald harold harriet harry heather heidi heike heinrich helen helena helene helmut henri henry herbert holly ' +
    'holter horst howard hugh hugo ian imogen ingrid irene isaac isabel isabella ivan jack jackie jacob jacqueline ' +
    'jacques jake james jamie jan jane janet janina jason jay jean jeff jefferson jeffrey jennifer jenny jeremy ' +
    'jerome jerry jesse jessica jill jim jimmy joan joanna jochen joe joel johan johanna johannes john johnny jon ' +
    'jonathan jordan jorge jose josef joseph josephine josh joshua joy joyce juan juanita judith judy julia julian ' +
    'julie juliet juliette julius justin karen karin karl kate kathe katharina katharine katherine kathleen kathryn ' +
    'katie keith kelly ken kenneth kerry kevin kim kirby kirsten klaus kristen kurt kyle lars laura lauren laurence ' +
    'lawrence leah lee leo leon leonard leonardo leslie lewis liam linda lisa lorelei lorenzo lorna louis louise ' +
    'luca lucas lucia lucy luis luke lutz lynn maggie malcolm manfred marc marco marcus margaret maria marian marie ' +
    'marin mario marion mark marta martha martin mary mathias matt matthew matthias maureen maurice max maxine ' +
    'megan melanie melissa meryl michael michel michelle miguel mike mikhail miranda miriam moira molly monica ' +
    'monika morgan nadia nancy natalie natasha nathan neil neville nicholas nick nicky nicola nicole nigel nikolai ' +
    'nina noah noel nora norbert norman oliver olivia olga oscar otto pablo pam pamela pat patricia patrick paul ' +
    'paula pauline pedro penelope perdita pete peter phil philip philippa philippe phillip phoebe pierre rachel ' +
    'rafael rainer ralph ramon rebecca reinhard rene rhys ricardo richard rick rob robert roberta robin rod roger ' +
    'roland roman romy ron ronald rosalyn rosamund rose ross roy rufus rupert russell ruth ryan sabine sally sam ' +
    'samantha samuel sandra santino sara sarah scott sean sebastian serena sergio shane shannon sharon sheila ' +
    'shelley shirley siegfried sigourney simon simone sonja sophia sophie soneela stefan steffen stella stephan ' +
    'stephanie stephen steve steven stewart stuart sue susan susanne suzanne sven sylvia tania tanya tara tatiana ' +
    'ted teresa terry theo theresa therese thomas tim timothy tina tobias todd tom tommaso tommy toni tony tracy ' +
    'travis trevor tristan udo ulrich ulrike ursula uta uwe valerie vanessa vera vernon veronica victor victoria ' +
    'vincent violet virginia vivian vladimir walter wanda wayne wendy werner wil will willem william wolfgang ' +
    'xavier yvonne zach zachary zoe ' +
    'april ari barrett bronson cristin euan gigi gloria grace hazel jayne june kirsty lesley marisa nathaniel omar perry ' +
    'pip priya raul ray rita rosie ruby saskia sid stan tim'
  ).split(' '),
)

/** Whether a folded word is a given name that many people have. */
export function isGivenName(key: string): boolean {
  return GIVEN_NAMES.has(key)
}

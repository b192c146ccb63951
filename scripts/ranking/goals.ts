import type { Measured } from './measure'

interface Goal {
  name: string
  met: boolean
  value: string
}

const ACCEPTED_PRECISION = 0.985
const ACCEPTED_RECALL = 0.95
const AUTOMATIC_PRECISION = 0.995
const MAX_WITHOUT = 1 / 200
const MAX_LOST = 0.05
const MAX_LOST_TO_A_NARRATOR = 0.3

/** The goals, and whether each is met. */
export function goalsOf({ outcomes, changes, rankOne, without }: Measured): Goal[] {
  const right = outcomes.filter(({ expected }) => expected)
  const accepted = outcomes.filter((outcome) => outcome.accepted)
  const automatic = outcomes.filter((outcome) => outcome.automatic)
  const isRight = ({ expected }: { expected: boolean }) => expected
  const precision = ratio(accepted.filter(isRight).length, accepted.length)
  const recall = ratio(accepted.filter(isRight).length, right.length)
  const grabbed = ratio(automatic.filter(isRight).length, automatic.length)
  const taken = ratio(without.wrong.length, without.of, 0)
  return [
    { name: 'precision of accepted', met: precision >= ACCEPTED_PRECISION, value: percent(precision) },
    { name: 'recall of accepted', met: recall >= ACCEPTED_RECALL, value: percent(recall) },
    { name: 'precision of automatic', met: grabbed >= AUTOMATIC_PRECISION, value: percent(grabbed) },
    {
      name: 'wrong ones taken where nothing right is offered',
      met: taken <= MAX_WITHOUT,
      value: percent(taken),
    },
    { name: 'wrong ones on rank one', met: rankOne.wrong.length === 0, value: String(rankOne.wrong.length) },
    ...changes.map(({ name, lost, of }) => {
      const most = name === 'bare unknown narrator' ? MAX_LOST_TO_A_NARRATOR : MAX_LOST
      const loss = ratio(lost, of, 0)
      return { name: `lost by ${name}`, met: loss <= most, value: percent(loss) }
    }),
  ]
}

const ratio = (part: number, whole: number, ofNone = 1) => (whole === 0 ? ofNone : part / whole)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`

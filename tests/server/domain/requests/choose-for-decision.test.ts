import { describe, expect, it } from 'vitest'
import { chooseForDecision } from '#server/domain/requests/decisions.service'

const pending = { usernameKey: 'pia', status: 'pending' } as const
const other = { usernameKey: 'paul', status: 'pending' } as const
const approved = { usernameKey: 'ada', status: 'approved' } as const
const declined = { usernameKey: 'dan', status: 'declined' } as const
const all = [pending, approved, declined, other]

describe('a decision', () => {
  it.each(['approved', 'declined'] as const)('%s applies to everybody who waits', (decision) => {
    expect(chooseForDecision(all, decision)).toEqual({ chosen: [pending, other] })
  })

  it.each(['approved', 'declined'] as const)('%s for one person leaves the others', (decision) => {
    expect(chooseForDecision(all, decision, 'paul')).toEqual({ chosen: [other] })
  })

  it('for one person can reverse an earlier one', () => {
    expect(chooseForDecision(all, 'declined', 'ada')).toEqual({ chosen: [approved] })
    expect(chooseForDecision(all, 'approved', 'dan')).toEqual({ chosen: [declined] })
  })

  it('that was already made changes nothing', () => {
    expect(chooseForDecision(all, 'approved', 'ada')).toEqual({ refused: 'nothing_to_decide' })
    expect(chooseForDecision(all, 'declined', 'dan')).toEqual({ refused: 'nothing_to_decide' })
    expect(chooseForDecision([approved, declined], 'approved')).toEqual({ refused: 'nothing_to_decide' })
  })

  it('for someone who has not requested, or a book no one requested, is refused', () => {
    expect(chooseForDecision(all, 'approved', 'nobody')).toEqual({ refused: 'not_requested' })
    expect(chooseForDecision([], 'declined')).toEqual({ refused: 'not_requested' })
  })
})

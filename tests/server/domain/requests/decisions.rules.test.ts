import { describe, expect, it } from 'vitest'
import { chooseForDecision } from '#server/domain/requests/decisions.rules'

const pending = { usernameKey: 'pia', status: 'pending' } as const
const other = { usernameKey: 'paul', status: 'pending' } as const
const approved = { usernameKey: 'ada', status: 'approved' } as const
const declined = { usernameKey: 'dan', status: 'declined' } as const
const all = [pending, approved, declined, other]

describe('a decision', () => {
  it.each(['approved', 'declined'] as const)('%s is about everybody who waits', (decision) => {
    expect(chooseForDecision(all, decision)).toEqual({ chosen: [pending, other] })
  })

  it.each(['approved', 'declined'] as const)('%s about one person leaves the others', (decision) => {
    expect(chooseForDecision(all, decision, 'paul')).toEqual({ chosen: [other] })
  })

  it('about one person can take back an earlier one', () => {
    expect(chooseForDecision(all, 'declined', 'ada')).toEqual({ chosen: [approved] })
    expect(chooseForDecision(all, 'approved', 'dan')).toEqual({ chosen: [declined] })
  })

  it('that was made already changes nothing', () => {
    expect(chooseForDecision(all, 'approved', 'ada')).toEqual({ refused: 'nothing_to_decide' })
    expect(chooseForDecision(all, 'declined', 'dan')).toEqual({ refused: 'nothing_to_decide' })
    expect(chooseForDecision([approved, declined], 'approved')).toEqual({ refused: 'nothing_to_decide' })
  })

  it('about someone who has not asked, or a book no one asked for, is refused', () => {
    expect(chooseForDecision(all, 'approved', 'nobody')).toEqual({ refused: 'not_requested' })
    expect(chooseForDecision([], 'declined')).toEqual({ refused: 'not_requested' })
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCases } from '#scripts/lib/eval-cases'
import { isBelowGoal, judgeCases, reportLines } from '#scripts/lib/eval-report'

const DIRECTORY = join(import.meta.dirname, '../../../fixtures/releases')

describe('the labelled releases', () => {
  it('are judged without accepting a wrong book and with nearly all right ones', async () => {
    const judgements = judgeCases(await readCases(DIRECTORY))
    expect(judgements.length).toBeGreaterThan(150)
    expect(isBelowGoal(judgements), reportLines(judgements).join('\n')).toBe(false)
  })

  it('are distinguished by what can be known of them', async () => {
    const judgements = judgeCases(await readCases(DIRECTORY))
    const apart = judgements.filter((judgement) => judgement.apart && judgement.verdict.automatic)
    expect(apart.map(({ entry }) => entry.release.title)).toEqual([])
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCases } from '#scripts/lib/eval-cases'
import { isBelowGoal, assessCases, reportLines } from '#scripts/lib/eval-report'

const DIRECTORY = join(import.meta.dirname, '../../../fixtures/releases')

describe('the labelled releases', () => {
  it('are judged without accepting a wrong book and with nearly all right ones', async () => {
    const assessments = assessCases(await readCases(DIRECTORY))
    expect(assessments.length).toBeGreaterThan(150)
    expect(isBelowGoal(assessments), reportLines(assessments).join('\n')).toBe(false)
  })

  it('are distinguished by what can be known of them', async () => {
    const assessments = assessCases(await readCases(DIRECTORY))
    const apart = assessments.filter((assessment) => assessment.apart && assessment.verdict.automatic)
    expect(apart.map(({ entry }) => entry.release.title)).toEqual([])
  })
})

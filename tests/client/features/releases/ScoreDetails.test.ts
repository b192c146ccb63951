import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { VerdictDto } from '#contract/releases'
import ScoreDetails from '#client/features/releases/ScoreDetails.vue'
import { createEnglish } from '#tests/client/support/texts'
import { aVerdict } from '#tests/client/support/samples'

const PARTS = {
  match: 81.2,
  narrator: 13,
  format: 5,
  flags: 0.3,
  indexer: 0.2,
  fit: 0.1,
  seeders: 0.024,
  age: 0,
}
const BEST = aVerdict({ score: 99.824, score_parts: PARTS })

async function start(verdict: VerdictDto, best: VerdictDto | null = BEST, acceptable = verdict.accepted) {
  const wrapper = mount(ScoreDetails, {
    props: { release: { verdict, acceptable, grab: null }, reasons: [], best },
    global: { plugins: [createEnglish()] },
  })
  const folded = !wrapper.find('table').exists()
  wrapper.get('details').element.setAttribute('open', '')
  await wrapper.get('details').trigger('toggle')
  return {
    said: wrapper.get('summary').text(),
    row: (name: string) =>
      wrapper
        .findAll('tr')
        .find((found) => found.find('th').text() === name)
        ?.findAll('td')
        .map((cell) => cell.text()),
    folded,
  }
}

describe('the score of a release', () => {
  it('marks the best one', async () => {
    const { said, folded } = await start(BEST, null)
    expect(said).toContain('The best release found')
    expect(folded).toBe(true)
  })

  it('names the first consideration that decides against another, and no later one', async () => {
    const { said } = await start(
      aVerdict({ score_parts: { ...PARTS, format: 4, flags: 0.4, seeders: 0.012 } }),
    )
    expect(said).toContain('Behind the best one because of its format')
    expect(said).not.toContain('seeders')
  })

  it('shows what each consideration gave, beside that of the best one', async () => {
    const { row } = await start(aVerdict({ score: 93.3, score_parts: { ...PARTS, narrator: 6.5 } }))
    expect(row('Narrator')).toEqual(['6.5', '13'])
    expect(row('Seeders')).toEqual(['0.024', '0.024'])
    expect(row('Score, of 100')).toEqual(['93.3', '99.824'])
  })

  it('says that the score of a rejected one does not count', async () => {
    const reasons = [{ code: 'abridged' as const, params: {}, text: 'abridged', effect: 'reject' as const }]
    const { said } = await start(aVerdict({ accepted: false, automatic: false, score: 92.3, reasons }))
    expect(said).toContain('Rejected despite its score')
    expect((await start(aVerdict(), BEST, false)).said).toContain('Rejected despite its score')
  })

  it('says that one supported only by its title ranks after those with more, whatever its score', async () => {
    const { said } = await start(aVerdict({ automatic: false, score_parts: { ...PARTS, format: 6 } }))
    expect(said).toContain('never grabbed automatically')
  })

  it('says that two are equal', async () => {
    expect((await start(aVerdict({ score_parts: PARTS }))).said).toContain('As good as the best one')
  })
})

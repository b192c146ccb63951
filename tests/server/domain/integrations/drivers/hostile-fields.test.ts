import { describe, expect, it } from 'vitest'
import { growsFast } from '#tests/support/growth'
import { hostileTexts } from '#tests/support/hostile-texts'
import { driversThrough, recordEverything } from './every-driver.fixture'

const [texts, longer] = [hostileTexts(3750), hostileTexts(30_000)]

/** Of a whole answer, as errors come. */
const STATUSES = [200, 403]

describe.each(driversThrough(globalThis.fetch))('the driver of $name', ({ name }) => {
  it('reads hostile texts in any field of any answer in linear time', async () => {
    const { texts: fields, replayed } = await recordEverything(name)
    expect(fields.length).toBeGreaterThan(3)
    const slow: unknown[] = []
    for (const at of fields) {
      for (const status of at.path === '' ? STATUSES : [200]) {
        if (await growsFast(texts, longer, (text) => replayed({ at, text, status })))
          slow.push({ at, status })
      }
    }
    expect(slow).toEqual([])
  })
})

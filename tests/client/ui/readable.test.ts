import { describe, expect, it } from 'vitest'
import { withReadableTimes } from '#client/ui/readable.rules'

const read = (sentence: string) =>
  withReadableTimes(sentence, { time: (iso) => `<time ${iso}>`, day: (iso) => `<day ${iso}>` })

describe('a sentence of the server', () => {
  it.each([
    ['It is left alone until 2026-11-22T10:15:00.000Z after failures.', '<time 2026-11-22T10:15:00.000Z>'],
    ['Until 2026-11-22T10:15:00+01:00, then again.', '<time 2026-11-22T10:15:00+01:00>'],
    ['It comes out on 2027-03-05 and is not searched for before then.', '<day 2027-03-05>'],
  ])('has its times in words: %s', (sentence, words) => {
    expect(read(sentence)).toContain(words)
    expect(read(sentence).replace(/<.*?>/, '')).not.toMatch(/\d{4}/)
  })

  it.each(['The file 2026-11-22-backup.json', 'id 12026-11-223', 'on 2026-13-45'])(
    'keeps what is not a time: %s',
    (sentence) => {
      expect(read(sentence)).toBe(sentence)
    },
  )
})

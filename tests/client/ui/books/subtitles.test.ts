import { describe, expect, it } from 'vitest'
import { tellingSubtitle } from '#client/ui/books/subtitles'

const series = [{ title: 'Tides', position: '2', asin: null }]

describe('a subtitle', () => {
  it.each(['Tides, Book 2', 'tides 2', 'Tides: Band 2', 'Tides, Books 1-3', 'Tides 0.5', 'Tides, 第2巻'])(
    'is omitted if it only repeats the series: %s',
    (subtitle) => {
      expect(tellingSubtitle({ subtitle, series })).toBeNull()
    },
  )

  it.each(['Tides, Book 2: A novel', 'A novel', 'Tides of a Century 1900', 'Tides'])(
    'is shown if it says more: %s',
    (subtitle) => {
      expect(tellingSubtitle({ subtitle, series })).toBe(subtitle)
    },
  )

  it('is empty if there is none', () => {
    expect(tellingSubtitle({ subtitle: null, series })).toBeNull()
  })
})

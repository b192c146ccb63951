import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import type { FeedBook } from '#server/domain/follow/feeds.rules'
import { icsOf } from '#server/domain/follow/ics.rules'
import { rssOf } from '#server/domain/follow/rss.rules'

const book: FeedBook = {
  id: 'B000000001',
  day: '2026-12-31',
  title: 'The Tide Clerk',
  by: 'Ada Moor\nHarbour Tales',
  url: 'https://books.example.com/books/book/B000000001?region=us&x=1',
}

const TITLES = [
  'Plain',
  'Commas, semicolons; and a \\ backslash',
  "Two\nlines, “quotes” and <tags> & 'apostrophes'",
  'BEGIN:VEVENT\r\nSUMMARY:injected',
  '海辺の時計係 '.repeat(20).trim(),
  '🎧'.repeat(60),
  'With a bell\u0007 in it',
]

/** Parses a calendar: joins lines, splits properties, and unescapes texts. */
function read(ics: string): Record<string, string>[] {
  expect(ics.endsWith('\r\n')).toBe(true)
  const physical = ics.split('\r\n')
  for (const line of physical) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(physical.some((line) => /[\r\n]/.test(line))).toBe(false)
  const events: Record<string, string>[] = []
  for (const line of ics.replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') events.push({})
    const event = events.at(-1)
    if (event) {
      event[name] = value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
        /n/i.test(escaped) ? '\n' : escaped,
      )
    }
  }
  return events
}

describe('a calendar as ICS', () => {
  it('has a whole day for every book', () => {
    const [event] = read(icsOf([book], { name: 'Books', today: '2026-06-01' }))
    expect(event).toMatchObject({
      UID: 'B000000001@earmark',
      DTSTAMP: '20260601T000000Z',
      DTSTART: '20261231',
      DTEND: '20270101',
      SUMMARY: 'The Tide Clerk',
      DESCRIPTION: 'Ada Moor\nHarbour Tales',
      URL: book.url,
    })
  })

  it.each(TITLES)('can be parsed again: %s', (title) => {
    const events = read(icsOf([{ ...book, title }, book], { name: title, today: '2026-06-01' }))
    expect(events).toHaveLength(2)
    expect(events[0]?.['SUMMARY']).toBe(title.replaceAll('\r\n', '\n').replace('\u0007', ''))
  })
})

describe('a calendar as RSS', () => {
  it.each(TITLES)('can be parsed again: %s', (title) => {
    const xml = rssOf([{ ...book, title }], {
      name: 'Books & more',
      link: 'https://books.example.com/calendar',
    })
    const parsed = new new Window().DOMParser().parseFromString(xml, 'text/xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    expect(parsed.querySelector('channel > title')?.textContent).toBe('Books & more')
    const [item, ...others] = parsed.querySelectorAll('item')
    expect(others).toEqual([])
    expect(item?.querySelector('title')?.textContent?.replaceAll('\r\n', '\n')).toBe(
      `${title.replaceAll('\r\n', '\n').replace('\u0007', '')} (2026-12-31)`,
    )
    expect(item?.querySelector('guid')?.textContent).toBe('B000000001 2026-12-31')
    expect(item?.querySelector('link')?.textContent).toBe(book.url)
    expect(item?.querySelector('pubDate')?.textContent).toBe('Thu, 31 Dec 2026 00:00:00 GMT')
  })
})

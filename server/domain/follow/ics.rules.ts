import type { FeedBook } from './feeds.rules'

const DAY = 24 * 60 * 60_000
/** Maximum octets per line without the line break; RFC 5545, section 3.1. */
const LINE = 75

/** Escapes text as in RFC 5545, section 3.3.11. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    // Text must not contain other control characters.
    .replaceAll(/(?!\t)\p{Cc}/gu, '')

/** Folds a long line: continuation lines start with a space, and no character is split. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE) {
      lines.push(' ')
      octets = 1
    }
    lines.push(`${lines.pop() ?? ''}${character}`)
    octets += size
  }
  return lines.join('\r\n')
}

const compact = (day: string) => day.replaceAll('-', '')
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)

/**
 * A calendar of all-day events, as defined in RFC 5545.
 * @param today ISO date for the timestamps, so that the text stays the same all day.
 */
export function icsOf(books: readonly FeedBook[], { name, today }: { name: string; today: string }): string {
  const events = books.flatMap(({ id, day, title, by, url }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@earmark`,
    `DTSTAMP:${compact(today)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(day))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(by)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Earmark//Calendar//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

import type { Ref } from 'vue'
import { useText } from '#client/app/i18n'
import { withReadableTimes } from './readable.rules'

const MINUTE = 60_000
const DAY = 86_400_000
const STEPS = [
  { unit: 'day', size: DAY },
  { unit: 'hour', size: 3_600_000 },
  { unit: 'minute', size: MINUTE },
] as const

type Locale = Readonly<Ref<string>>

/** Dates, durations and lists in the person's language. */
export function useFormat() {
  const { t, locale } = useText()

  /** @param minutes length of the recording */
  function runtime(minutes: number): string {
    const h = Math.floor(minutes / 60)
    const m = minutes % 60
    if (h === 0) return t('book.minutes', { m })
    return m === 0 ? t('book.hoursOnly', { h }) : t('book.hours', { h, m })
  }

  /** The first few names, and how many more there are. */
  function names(list: readonly string[], max = 3): string {
    if (list.length <= max) return list.join(', ')
    return t('book.more', { names: list.slice(0, max - 1).join(', '), n: list.length - max + 1 })
  }

  /** @param code ISO 639-1, or the catalogue's own word */
  function language(code: string): string {
    if (!/^[a-z]{2,3}$/.test(code)) return code.charAt(0).toLocaleUpperCase(locale.value) + code.slice(1)
    return new Intl.DisplayNames(locale.value, { type: 'language', fallback: 'code' }).of(code) ?? code
  }

  return { runtime, names, language, ...daysIn(locale), ...timesIn(locale), ...numbersIn(locale) }
}

function daysIn(locale: Locale) {
  /** @param day an ISO date in that month; the result is like "March 2027" */
  function month(day: string): string {
    const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(locale.value, style).format(new Date(day))
  }

  /** @param day an ISO date; the result is like "Tue" */
  function weekday(day: string): string {
    return new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))
  }

  return { month, weekday }
}

function timesIn(locale: Locale) {
  /** @param day an ISO date without a time, so the same in every time zone */
  function date(day: string): string {
    const style = { dateStyle: 'medium', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(dateLocale(locale.value), style).format(new Date(day))
  }

  /**
   * The release date of a book. If only the year is known, it is stored as the first day of that year.
   * @param day an ISO date without a time
   */
  function released(day: string): string {
    return day.endsWith('-01-01') && Date.parse(day) < Date.now() ? day.slice(0, 4) : date(day)
  }

  /** A sentence from the server, whose times are ISO times. */
  function readable(sentence: string): string {
    return withReadableTimes(sentence, { time: dateTime, day: date })
  }

  /** @param time an ISO time; shown in the person's own time zone */
  function dateTime(time: string): string {
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const
    return new Intl.DateTimeFormat(dateLocale(locale.value), style).format(new Date(time))
  }

  /** The distance of a time, such as "5 minutes ago"; beyond a month, a date. */
  function fromNow(time: string, now = Date.now()): string {
    // In whole minutes: an hour that began a second ago is still an hour.
    const distance = Math.round((new Date(time).getTime() - now) / MINUTE) * MINUTE
    if (Math.abs(distance) > 30 * DAY) return date(time)
    const words = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' })
    const step = STEPS.find(({ size }) => Math.abs(distance) >= size)
    return step ? words.format(Math.round(distance / step.size), step.unit) : words.format(0, 'second')
  }

  /** A future time in short form: the hour if today, the weekday, or the date. */
  function upcoming(time: string, now = new Date()): string {
    const at = new Date(time)
    const near = at.getTime() - now.getTime() < 6 * DAY
    const style: Intl.DateTimeFormatOptions =
      at.toDateString() === now.toDateString()
        ? { timeStyle: 'short' }
        : near
          ? { weekday: 'long' }
          : { dateStyle: 'medium' }
    return new Intl.DateTimeFormat(dateLocale(locale.value), style).format(at)
  }

  return { date, released, readable, dateTime, fromNow, upcoming }
}

function numbersIn(locale: Locale) {
  /** A number with thousands separators. */
  function number(value: number): string {
    return new Intl.NumberFormat(locale.value).format(value)
  }

  /** @param seconds how long to wait */
  function wait(seconds: number): string {
    const minutes = Math.ceil(seconds / 60)
    const [value, unit] = seconds < 90 ? [seconds, 'second'] : [minutes, 'minute']
    return new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }

  /** An approximate duration, such as "12 min". @param seconds left */
  function roughly(seconds: number): string {
    const step = STEPS.find(({ size }) => seconds * 1000 >= 1.5 * size) ?? STEPS[2]
    const value = Math.max(Math.round((seconds * 1000) / step.size), 1)
    return new Intl.NumberFormat(locale.value, { style: 'unit', unit: step.unit }).format(value)
  }

  /** @param size bytes; shown in decimal units, as in indexers and download clients */
  function bytes(size: number): string {
    const [value, unit] = size >= 1e9 ? [size / 1e9, 'gigabyte'] : [size / 1e6, 'megabyte']
    const style = { style: 'unit', unit, maximumSignificantDigits: 3 } as const
    return new Intl.NumberFormat(locale.value, style).format(value)
  }

  /** @param rate bytes per second; the result is like "2.1 MB/s" */
  function speed(rate: number): string {
    const [value, unit] = rate >= 1e6 ? [rate / 1e6, 'megabyte'] : [rate / 1e3, 'kilobyte']
    const style = { style: 'unit', unit: `${unit}-per-second`, maximumSignificantDigits: 2 } as const
    return new Intl.NumberFormat(locale.value, style).format(value)
  }

  /**
   * Points of a score.
   * @param digits maximum decimals; small differences show in the third
   */
  function points(value: number, digits = 3): string {
    return new Intl.NumberFormat(locale.value, { maximumFractionDigits: digits }).format(value)
  }

  return { number, wait, roughly, bytes, speed, points }
}

/** English dates put the day first: 3 Mar 2027. */
function dateLocale(locale: string) {
  return locale === 'en' ? 'en-GB' : locale
}

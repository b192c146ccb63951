import type { BookDto } from '#contract/books'

/** What follows the series in a subtitle that says nothing else, such as ", Book 2" or " 1-3". */
const POSITION = /^[^\p{L}\d]*\p{L}*[^\p{L}\d]*\d[\d\s.,–-]*巻?$/u

/** @returns the subtitle; null if it is only the series and the position in it, as many are */
export function tellingSubtitle({ subtitle, series }: Pick<BookDto, 'subtitle' | 'series'>): string | null {
  const isPosition = series.some(({ title }) => POSITION.test(behind(title, subtitle ?? '') ?? ''))
  return isPosition ? null : subtitle
}

/** @returns the rest of a subtitle that begins with the series; null if it does not */
export function behind(series: string, subtitle: string): string | null {
  const begins = subtitle.toLocaleLowerCase().startsWith(series.toLocaleLowerCase())
  return begins ? subtitle.slice(series.length) : null
}

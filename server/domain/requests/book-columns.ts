import type { Tables } from '#server/db/tables'

/** The columns of a stored book that answers show of it. */
export function factColumns({ audiobooks }: Pick<Tables, 'audiobooks'>) {
  return {
    asin: audiobooks.asin,
    region: audiobooks.region,
    title: audiobooks.title,
    subtitle: audiobooks.subtitle,
    authors: audiobooks.authors,
    narrators: audiobooks.narrators,
    series: audiobooks.series,
    language: audiobooks.language,
    edition: audiobooks.edition,
    releaseDate: audiobooks.releaseDate,
    runtimeMin: audiobooks.runtimeMin,
    handMadeBy: audiobooks.handMadeBy,
    info: audiobooks.info,
  }
}

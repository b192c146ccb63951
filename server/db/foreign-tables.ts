/** Tables of AudioBookRequest, one of which each of its versions has. */
const AUDIOBOOKREQUEST_TABLES: ReadonlySet<string> = new Set([
  'audiobookrequest',
  'bookrequest',
  'manualbookrequest',
])

/** Names shown of another application's tables. */
const SHOWN = 3

/**
 * Says that a database belongs to another application.
 * @param database what it is, as the subject of a sentence.
 * @param tables of the other application.
 */
export function belongsToAnother(database: string, tables: readonly string[]): string {
  const owner = tables.some((table) => AUDIOBOOKREQUEST_TABLES.has(table))
    ? 'AudioBookRequest'
    : 'another application'
  const more = tables.length > SHOWN ? ` and ${tables.length - SHOWN} more` : ''
  const shown = tables.slice(0, SHOWN).join(', ')
  return `${database} belongs to ${owner}: it has the tables ${shown}${more}. Nothing was changed.`
}

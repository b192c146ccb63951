import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { Database } from './database'

/**
 * Matches rows with any of many texts. They are passed as a single variable, so that building and parsing the
 * statement costs the same for one text and for thousands.
 */
export function isOneOf(
  { dialect }: Pick<Database, 'dialect'>,
  column: AnyColumn,
  texts: readonly string[],
): SQL {
  return dialect === 'postgres'
    ? sql`${column} = any(${sql.param([...texts])}::text[])`
    : sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`
}

/**
 * {@link isOneOf} for a prepared query.
 * @param name of the placeholder; its value comes from {@link textsValue}.
 */
export function isOneOfNamed({ dialect }: Pick<Database, 'dialect'>, column: AnyColumn, name: string): SQL {
  const texts = sql.placeholder(name)
  return dialect === 'postgres'
    ? sql`${column} = any(${texts}::text[])`
    : sql`${column} in (select value from json_each(${texts}))`
}

/** Texts as the value for the placeholder of {@link isOneOfNamed}. */
export const textsValue = ({ dialect }: Pick<Database, 'dialect'>, texts: readonly string[]): unknown =>
  dialect === 'postgres' ? [...texts] : JSON.stringify(texts)

/**
 * Rows to insert, as a single variable, for `insert(…).select(…)`.
 * @param rows each is available as `value`: `value->>'name'` is a member as text, `value->'name'` a member as
 *   JSON.
 * @param columns in the order of the table's columns.
 */
export function rowsFrom(
  { dialect }: Pick<Database, 'dialect'>,
  rows: readonly unknown[],
  columns: SQL[],
): SQL {
  const text = storableJson(rows)
  const list = sql.join(columns, sql`, `)
  // Without a condition, SQLite would parse the end of an insert statement as part of a join.
  return dialect === 'postgres'
    ? sql`select ${list} from jsonb_array_elements(${text}::jsonb) as rows(value)`
    : sql`select ${list} from json_each(${text}) where true`
}

/** A time for {@link rowsFrom}, whose columns are untyped. */
export function timeValue({ dialect }: Pick<Database, 'dialect'>, time: Date | null): SQL {
  return dialect === 'postgres'
    ? sql`${time && time.toISOString()}::timestamptz`
    : sql`${time && time.getTime()}`
}

/** A time for {@link rowsFrom} from part of a row: milliseconds, as text or as a number. */
export function timeFrom({ dialect }: Pick<Database, 'dialect'>, part: SQL): SQL {
  return dialect === 'postgres' ? sql`to_timestamp((${part})::float8 / 1000)` : part
}

/** A value of a JSON column for {@link rowsFrom}. */
export function jsonValue({ dialect }: Pick<Database, 'dialect'>, value: object): SQL {
  const text = storableJson(value)
  return dialect === 'postgres' ? sql`${text}::jsonb` : sql`${text}`
}

/** A text for {@link rowsFrom}. */
export function textValue({ dialect }: Pick<Database, 'dialect'>, text: string | null): SQL {
  return dialect === 'postgres' ? sql`${text}::text` : sql`${text}`
}

/**
 * JSON without characters that no table can store: lone surrogates and U+0000. SQLite would extract them from
 * JSON unchanged and crash whoever reads the row; PostgreSQL refuses them.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\\\|\\u(?:d[89a-f][\da-f]{2}|0000)/g, (escaped) =>
    escaped === '\\\\' ? escaped : '\uFFFD',
  )
}

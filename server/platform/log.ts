import {
  configureSync,
  getJsonLinesFormatter,
  getLogger,
  getTextFormatter,
  type Logger,
  type LogLevel,
  type LogRecord,
} from '@logtape/logtape'
import type { Config } from './config'
import { withoutParameters } from '#server/db/shown-error'

export type { Logger }

const LEVELS: Record<Config['logLevel'], LogLevel> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warning',
  ERROR: 'error',
}

/** Maximum depth to which logged values are traversed. */
const DEEPEST = 5

/**
 * Sets up the log: one line per message on standard output, as JSON if that is not a terminal.
 * @param options.write receives each line, including the line break.
 */
export function createLog(options: {
  level: Config['logLevel']
  terminal: boolean
  write: (line: string) => void
}): Logger {
  const format = options.terminal
    ? getTextFormatter({ timestamp: 'date-time', category: () => '', sanitize: { sgr: 'escape' } })
    : getJsonLinesFormatter({ message: 'rendered', properties: 'flatten' })
  configureSync({
    reset: true,
    sinks: { output: (record) => options.write(oneLine(format(withWords(record)))) },
    loggers: [
      { category: 'earmark', lowestLevel: LEVELS[options.level], sinks: ['output'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['output'] },
    ],
  })
  return getLogger('earmark')
}

/** The message as text with its values filled in, and errors without secrets. */
function withWords(record: LogRecord): LogRecord {
  const words = record.message.map((part, index) => (index % 2 === 0 ? part : inOneLine(readable(part))))
  return { ...record, message: [words.join('')], properties: readableOf(record.properties, 0) }
}

/** Converts errors anywhere in a value to text; as JSON, they would be empty objects. */
function readable(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return withoutParameters(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((item) => readable(item, depth + 1))
  return isPlain(value) ? readableOf(value, depth + 1) : value
}

function readableOf(values: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, readable(value, depth)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Errors are written with their causes; stacks only if they do not break the line. */
function inOneLine(value: unknown): string {
  if (value instanceof Error) {
    return value.cause === undefined ? String(value) : `${String(value)} (cause: ${inOneLine(value.cause)})`
  }
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_name, inner: unknown) => (inner instanceof Error ? inOneLine(inner) : inner))
}

function oneLine(text: string): string {
  return `${text.trimEnd().replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' | ' : blanks))}\n`
}

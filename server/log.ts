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
import { withoutParameters } from './db/shown-error'

export type { Logger }

const LEVELS: Record<Config['logLevel'], LogLevel> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warning',
  ERROR: 'error',
}

/**
 * Sets up the log: one line per message on standard output, JSON where that is no terminal.
 * @param options.write receives each line, its end included.
 */
export function createLog(options: {
  level: Config['logLevel']
  terminal: boolean
  write: (line: string) => void
}): Logger {
  const format = options.terminal
    ? getTextFormatter({ timestamp: 'date-time', category: () => '', value: inOneLine })
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

/** An error inside a message would be shown as an empty object in JSON, and can hold what nobody may read. */
function withWords(record: LogRecord): LogRecord {
  const properties: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record.properties)) properties[name] = withoutParameters(value)
  return {
    ...record,
    message: record.message.map((part) =>
      part instanceof Error ? inOneLine(withoutParameters(part)) : part,
    ),
    properties,
  }
}

/** Errors are told with their causes; their stacks only where they do not break the line. */
function inOneLine(value: unknown): string {
  if (value instanceof Error) {
    return value.cause === undefined ? String(value) : `${String(value)} (cause: ${inOneLine(value.cause)})`
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function oneLine(text: string): string {
  return `${text.trimEnd().replaceAll(/\s*\n\s*/g, ' | ')}\n`
}

/** A username as it may stand in a log: enough to recognise, not enough to collect. */
export function shortenUsername(username: string): string {
  const characters = [...username]
  return characters.length <= 2 ? `${characters[0] ?? ''}…` : `${characters.slice(0, 2).join('')}…`
}

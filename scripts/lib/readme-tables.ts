import type { ConfigurationEntryDto } from '#contract/connection-settings'
import { variables, type Variable } from '#server/platform/config'
import type { ConnectionDriver } from '#server/domain/integrations/integrations.types'
import { createDrivers, indexersOf, programsOf, type Drivers } from '#server/domain/integrations/registry'
import { describedEntries } from '#server/domain/integrations/settings.rules'
import { createLog } from '#server/platform/log'

/** The generators of the README's tables, by marker name. */
const TABLES: Readonly<Record<string, () => string>> = {
  configuration: configurationTable,
  indexers: () => settingsTable('indexer', indexersOf(everyDriver())),
  connections: () => settingsTable('program', programsOf(everyDriver())),
}

/** Every environment variable, in the order of its declaration. */
function configurationTable(): string {
  const rows = Object.values<Variable<unknown>>(variables).map(
    ({ name, defaultText, doc }) => `| \`${name}\` | ${defaultCell(defaultText)} | ${cell(doc)} |`,
  )
  return ['| variable | default | what it does |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Every driver in the registry. */
function everyDriver(): Drivers {
  return createDrivers({
    fetch,
    clock: () => new Date(),
    log: createLog({ level: 'WARN', terminal: false, write: (line) => console.error(line) }),
    userAgent: 'Earmark',
  })
}

/**
 * Every setting of some drivers.
 * @param what heading of the first column.
 */
function settingsTable(what: string, drivers: readonly ConnectionDriver[]): string {
  const rows = drivers.flatMap((driver) =>
    describedEntries(driver).map(
      (entry) => `| ${driver.name} | \`${entry.name}\` | ${settingDefault(entry)} | ${cell(inUnit(entry))} |`,
    ),
  )
  return [`| ${what} | setting | default | what it is |`, '| --- | --- | --- | --- |', ...rows].join('\n')
}

/**
 * Updates the tables between their markers in a document.
 * @throws if a marker is missing.
 */
export function withTables(document: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const [before, after] = [`<!-- ${name}: written by \`npm run generate\` -->`, `<!-- /${name} -->`]
    const start = text.indexOf(before)
    const end = text.indexOf(after)
    if (start === -1 || end < start) throw new Error(`The document lacks the markers ${before} and ${after}`)
    return `${text.slice(0, start + before.length)}\n\n${table()}\n\n${text.slice(end)}`
  }, document)
}

/** A setting's description, with the unit that programs have to use. */
function inUnit({ description, unit }: ConfigurationEntryDto): string {
  return unit === undefined ? description : `${description}, in ${unit}`
}

function settingDefault({ default: value, required }: ConfigurationEntryDto): string {
  if (value === null || value === '') return required ? 'required' : 'empty'
  return `\`${String(value)}\``
}

/** Prose is unchanged; a value is formatted as code. */
function defaultCell(text: string | undefined): string {
  if (text === undefined) return 'unset'
  if (text === '') return 'empty'
  const isProse = /^[a-z]+ [a-z]+/.test(text)
  return isProse ? cell(text) : `\`${text}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

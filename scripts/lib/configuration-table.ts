import { variables, type Variable } from '#server/config'

const START = '<!-- configuration: written by `npm run generate` -->'
const END = '<!-- /configuration -->'

/** The Markdown table of every environment variable, in the order in which the server declares them. */
export function configurationTable(): string {
  const rows = Object.values<Variable<unknown>>(variables).map(
    ({ name, defaultText, doc }) => `| \`${name}\` | ${defaultCell(defaultText)} | ${cell(doc)} |`,
  )
  return ['| variable | default | what it does |', '| --- | --- | --- |', ...rows].join('\n')
}

/**
 * Puts the current table between the markers of a document.
 * @throws when a marker is missing.
 */
export function withConfigurationTable(document: string): string {
  const start = document.indexOf(START)
  const end = document.indexOf(END)
  if (start === -1 || end < start) throw new Error(`The document lacks the markers ${START} and ${END}`)
  return `${document.slice(0, start + START.length)}\n\n${configurationTable()}\n\n${document.slice(end)}`
}

/** Prose stands as it is; a value is set as code. */
function defaultCell(text: string | undefined): string {
  if (text === undefined) return 'unset'
  if (text === '') return 'empty'
  const isProse = /^[a-z]+ [a-z]+/.test(text)
  return isProse ? cell(text) : `\`${text}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/**
 * What addresses a whole channel: `@everyone` and its relatives (Discord, Mattermost, Rocket.Chat, Matrix; Zulip writes
 * `@**all**`), and tags that begin like `<!channel>` (Slack), `<@&42>` (Discord), `<users/all>` (Google Chat) and
 * `<at>` (Teams).
 */
const MASS_MENTION =
  /@[_*]{0,4}(?:everyone|here|channel|all|room|group|stream|topic|team)\b|<(?:[!@&%][\w^&!]{0,20}|users\/|at>)/gi
/** A value that makes `<@…>` address more than one person. */
const OF_MANY = /^(?:[!&@#%^]|(?:everyone|here|channel|all|room|group|subteam)\b)/i

/** Zero-width space: no service finds a mention behind it, and nobody sees it. */
const INVISIBLE = '\u200B'

/** A piece of a rendered text. */
export interface Piece {
  text: string
  /** Whether a value of the message brought it, rather than the template. */
  isValue: boolean
}

/** Breaks up everything in a value that would address a whole channel. */
export function breakMassMentions(value: string): string {
  return value.replace(MASS_MENTION, breakUp)
}

/** Joins pieces, and breaks up what addresses a channel only because a value came to stand beside other text. */
export function joinPieces(pieces: readonly Piece[]): string {
  const values: [start: number, end: number][] = []
  let text = ''
  for (const piece of pieces) {
    if (piece.isValue && piece.text !== '') values.push([text.length, text.length + piece.text.length])
    text += piece.text
  }
  return text.replace(MASS_MENTION, (found: string, start: number) => {
    const touches = values.some(([from, to]) => from < start + found.length && to > start)
    return touches ? breakUp(found) : found
  })
}

/** Whether `<@…>` around a value would address more than one person. */
export const isMassMention = (value: string): boolean => OF_MANY.test(value)

const breakUp = (found: string) => `${found.slice(0, 1)}${INVISIBLE}${found.slice(1)}`

/** A username for the log: enough to recognise, not enough to collect. */
export function shortenUsername(username: string): string {
  const characters = [...username]
  return characters.length <= 2 ? `${characters[0] ?? ''}…` : `${characters.slice(0, 2).join('')}…`
}

import type { Reason } from '#contract/releases'
import type { Claims } from './claims.rules'
import { languageReason } from './language.rules'
import { reason } from './reasons.rules'
import type { Wanted } from './wanted.rules'

/**
 * Checks the language and the kind of recording. An unstated edition counts as the usual, unabridged one.
 * `recognised` says that the narrator or the length already identifies the recording. Adds to `reasons`.
 * @returns false if another edition is likelier than the wanted one and nothing settles it.
 */
export function assessEdition(
  claims: Claims,
  wanted: Wanted,
  recognised: boolean,
  reasons: Reason[],
): boolean {
  const language = languageReason(claims, wanted)
  if (language) reasons.push(language)
  const { editions } = claims
  const unusual = wanted.edition === 'abridged' || wanted.edition === 'dramatised' ? wanted.edition : null
  for (const edition of ['abridged', 'dramatised'] as const) {
    if (editions.includes(edition)) {
      reasons.push(reason(edition, unusual === edition ? 'bonus' : 'reject'))
    }
  }
  if (unusual === null) {
    if (editions.includes('unabridged')) reasons.push(reason('unabridged', 'bonus'))
    return true
  }
  if (editions.includes(unusual)) return true
  if (editions.includes('unabridged')) {
    reasons.push(reason('edition_differs', 'reject', { edition: 'unabridged', wanted: unusual }))
    return true
  }
  reasons.push(reason('edition_unstated', 'penalty', { wanted: unusual }))
  return recognised
}

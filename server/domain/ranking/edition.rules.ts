import type { Reason } from '#contract/releases'
import type { Claims } from './claims.rules'
import { hasOtherScript } from './language.rules'
import { reason } from './reasons.rules'
import type { Wanted } from './wanted.rules'

export interface EditionVerdict {
  reasons: Reason[]
  /** False where another edition is likelier than the wanted one and nothing tells. */
  certain: boolean
}

/**
 * Judges language and kind of recording. An unstated edition is taken for the usual, unabridged one. `recognised`
 * says that the narrator or the length already tell which recording it is.
 */
export function judgeEdition(claims: Claims, wanted: Wanted, recognised: boolean): EditionVerdict {
  const verdict: EditionVerdict = { reasons: languageReasons(claims, wanted), certain: true }
  const { editions } = claims
  const unusual = wanted.edition === 'abridged' || wanted.edition === 'dramatised' ? wanted.edition : null
  for (const edition of ['abridged', 'dramatised'] as const) {
    if (editions.includes(edition)) {
      verdict.reasons.push(reason(edition, unusual === edition ? 'bonus' : 'reject'))
    }
  }
  if (unusual === null) {
    if (editions.includes('unabridged')) verdict.reasons.push(reason('unabridged', 'bonus'))
    return verdict
  }
  if (editions.includes(unusual)) return verdict
  if (editions.includes('unabridged')) {
    verdict.reasons.push(reason('edition_differs', 'reject', { edition: 'unabridged', wanted: unusual }))
  } else {
    verdict.reasons.push(reason('edition_unstated', 'penalty', { wanted: unusual }))
    verdict.certain = recognised
  }
  return verdict
}

function languageReasons(claims: Claims, wanted: Wanted): Reason[] {
  const { languages, script } = claims
  const aims = wanted.languages
  const [first] = languages
  if (first !== undefined) {
    if (aims.length === 0) return []
    const same = languages.find((language) => aims.includes(language))
    if (same !== undefined) return [reason('language_matches', 'bonus', { language: same })]
    return [reason('language_differs', 'reject', { language: languages.join(' '), wanted: aims.join(' ') })]
  }
  const ofArticle = claims.articleLanguages
  if (aims.length > 0 && ofArticle.length > 0 && !ofArticle.some((language) => aims.includes(language))) {
    return [reason('language_differs', 'reject', { language: ofArticle.join(' '), wanted: aims.join(' ') })]
  }
  if (!script || !wanted.latin) return []
  if (script.language !== null && aims.includes(script.language)) return []
  if (script.language === null && aims.some(hasOtherScript)) return []
  return [
    reason('language_differs', 'reject', {
      language: script.language ?? 'other script',
      wanted: aims.join(' '),
    }),
  ]
}

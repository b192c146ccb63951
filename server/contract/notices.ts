import type { SearchIssueDto } from './books'
import { causeOf, causeText, type Cause } from './cause'
import type { NoticeDto } from './system'
import { inEnglish } from './words/english'

/** The text that says why no search is possible. */
export function searchIssueKey({ code, settings }: SearchIssueDto): 'off' | 'both' | 'address' | 'key' {
  if (code.endsWith('_off')) return 'off'
  const lacks = (setting: string) => settings.some((name) => name.endsWith(setting))
  const lacksAddress = lacks('_base_url')
  if (lacksAddress && lacks('_api_key')) return 'both'
  return lacksAddress ? 'address' : 'key'
}

/** The notice to administrators that no search is possible. */
export function searchNotice(issue: SearchIssueDto): NoticeDto {
  return { ...issue, params: {}, text: inEnglish('searchIssue', searchIssueKey(issue), {}) ?? issue.code }
}

/** The notice that a connection does not work and books wait for it. @param waiting what such a book says. */
export function waitNotice(books: number, waiting: Cause): NoticeDto {
  const params = { connection: String(waiting.params['connection'] ?? ''), n: books }
  const [first, ...more] = waiting.causes ?? []
  const cause = more.length > 0 ? { ...causeOf('several'), causes: waiting.causes } : (first ?? waiting)
  const text = `${inEnglish('notices', 'books_wait', params)} ${causeText(cause)}`
  return { code: 'books_wait', text, params, cause }
}

/** The notice that a reverse proxy's headers are not trusted. @param address network address of the proxy. */
export function proxyNotice(address: string): NoticeDto {
  const params = { address, variable: 'SVC_APP__FORWARDED_ALLOW_IPS' }
  const sentences = ['untrusted_proxy', 'trust_proxy'].map((code) => inEnglish('notices', code, params))
  return { code: 'untrusted_proxy', text: sentences.join(' '), params, ...params }
}

/** The notice that the database file was replaced or is damaged. @param path absolute path of the file. */
export function storageNotice(failure: 'replaced' | 'damaged', path: string): NoticeDto {
  const code = `storage_${failure}` as const
  return { code, text: inEnglish('notices', code, { path }) ?? code, params: { path } }
}

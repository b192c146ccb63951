import type { SearchIssueDto } from './books'
import type { NoticeDto } from './system'
import { fill } from './words/fill'
import { NOTICE_WORDS, SEARCH_ISSUE_WORDS } from './words/notices'

/** Which words say why no book can be looked for. */
export function searchIssueKey({ code, settings }: SearchIssueDto): keyof typeof SEARCH_ISSUE_WORDS {
  if (code === 'prowlarr_off') return 'off'
  const lacksAddress = settings.includes('prowlarr_base_url')
  if (lacksAddress && settings.includes('prowlarr_api_key')) return 'both'
  return lacksAddress ? 'address' : 'key'
}

/** That no book can be looked for, as administrators are told. */
export function searchNotice(issue: SearchIssueDto): NoticeDto {
  return { ...issue, text: SEARCH_ISSUE_WORDS[searchIssueKey(issue)] }
}

/** That the headers of a reverse proxy do not count. @param address network address of the proxy. */
export function proxyNotice(address: string): NoticeDto {
  const values = { address, variable: 'SVC_APP__FORWARDED_ALLOW_IPS' }
  const { untrusted_proxy: what, trust_proxy: remedy } = NOTICE_WORDS
  return { code: 'untrusted_proxy', text: `${fill(what, values)} ${fill(remedy, values)}`, ...values }
}

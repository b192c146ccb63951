import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { auditDetails, problems as apiProblems } from '#locales/en/api.json'
import { issues as formIssues, problems, searchIssue } from '#locales/en/app.json'
import { auditNotes } from '#locales/en/audit.json'
import { facts, reasons } from '#locales/en/book.json'
import { causes, found } from '#locales/en/causes.json'
import { deliveryCauses } from '#locales/en/deliveries.json'
import { recommendations } from '#locales/en/discover.json'
import { failures } from '#locales/en/failures.json'
import { issues as notificationIssues } from '#locales/en/notifications.json'
import { issues as settingIssues } from '#locales/en/setting-issues.json'
import {
  fileCauses,
  issues as providerIssues,
  notices,
  problems as settingProblems,
  testFindings,
} from '#locales/en/settings.json'
import { fill } from './fill'
import type { WordsOf } from './in-words'
import { entriesOf } from './tree'

const compiled = new Map<string, CompiledMessage>()
let texts: ReadonlyMap<string, string> | undefined

/** The words of a code in English, which the API has beside each code; null where there are none. */
export const inEnglish: WordsOf = (group, code, params) => {
  const message = messageOf(`${group}.${code}`)
  return message === null ? null : fill(message, params)
}

function messageOf(key: string): CompiledMessage | null {
  const known = compiled.get(key)
  if (known !== undefined) return known
  texts ??= new Map(entriesOf(groups()))
  const text = texts.get(key)
  if (text === undefined) return null
  const message = compile(text)
  compiled.set(key, message)
  return message
}

/** The groups of words that the server says, by name; the built server holds no other texts. */
function groups() {
  return {
    auditDetails,
    auditNotes,
    causes,
    deliveryCauses,
    facts,
    failures,
    fileCauses,
    found,
    issues: { ...formIssues, ...settingIssues, ...notificationIssues, ...providerIssues },
    notices,
    problems: { ...problems, ...settingProblems, ...apiProblems },
    reasons,
    recommendations,
    searchIssue,
    testFindings,
  }
}

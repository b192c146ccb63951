import { auditDetails, pages, problems as apiProblems, titles } from '#locales/en/api.json'
import { searchIssue } from '#locales/en/app/books.json'
import { issues as formIssues, problems } from '#locales/en/app/problems.json'
import { auditNotes } from '#locales/en/audit.json'
import { facts, media, reasons } from '#locales/en/book/releases.json'
import { causes, found, leftOut, sentences } from '#locales/en/causes.json'
import { settingHints } from '#locales/en/connections.json'
import { deliveryCauses } from '#locales/en/deliveries.json'
import { recommendations } from '#locales/en/discover.json'
import { failures } from '#locales/en/failures.json'
import { issues as notificationIssues } from '#locales/en/notifications.json'
import { issues as settingIssues } from '#locales/en/setting-issues.json'
import { notices } from '#locales/en/settings.json'
import { fileCauses, testFindings } from '#locales/en/settings/connections.json'
import { problems as settingProblems } from '#locales/en/settings/problems.json'
import { issues as providerIssues } from '#locales/en/settings/security.json'
import type { WordsOf } from './in-words'
import { textReader } from './reader'
import { entriesOf } from './tree'

const read = textReader(() => entriesOf(groups()), 'en')

/** The English text of a code, which the API adds to each code; null if there is none. */
export const inEnglish: WordsOf = (group, code, params) => read(`${group}.${code}`, params)

/** The groups of texts that the server uses, by name; the built server includes no others. */
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
    leftOut,
    media,
    issues: { ...formIssues, ...settingIssues, ...notificationIssues, ...providerIssues },
    notices,
    pages,
    problems: { ...problems, ...settingProblems, ...apiProblems },
    reasons,
    recommendations,
    searchIssue,
    sentences,
    settingHints,
    testFindings,
    titles,
  }
}

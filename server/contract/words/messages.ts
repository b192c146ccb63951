// Written by `npm run generate` from locales/en.

/** The languages that there are, in BCP 47. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'pt-BR'] as const
export type Language = (typeof LANGUAGES)[number]

/** The files of messages, from which the compiler reads their keys. */
export interface MessageFiles {
  api: typeof import('#locales/en/api.json')
  app: typeof import('#locales/en/app.json')
  'app/books': typeof import('#locales/en/app/books.json')
  'app/problems': typeof import('#locales/en/app/problems.json')
  'app/quota': typeof import('#locales/en/app/quota.json')
  'app/requests': typeof import('#locales/en/app/requests.json')
  'app/search': typeof import('#locales/en/app/search.json')
  'app/sign-in': typeof import('#locales/en/app/sign-in.json')
  audit: typeof import('#locales/en/audit.json')
  book: typeof import('#locales/en/book.json')
  'book/editions': typeof import('#locales/en/book/editions.json')
  'book/hand-made': typeof import('#locales/en/book/hand-made.json')
  'book/releases': typeof import('#locales/en/book/releases.json')
  'book/requests': typeof import('#locales/en/book/requests.json')
  'book/sample': typeof import('#locales/en/book/sample.json')
  'book/wishes': typeof import('#locales/en/book/wishes.json')
  causes: typeof import('#locales/en/causes.json')
  connections: typeof import('#locales/en/connections.json')
  deliveries: typeof import('#locales/en/deliveries.json')
  'discover-settings': typeof import('#locales/en/discover-settings.json')
  discover: typeof import('#locales/en/discover.json')
  downloads: typeof import('#locales/en/downloads.json')
  events: typeof import('#locales/en/events.json')
  failures: typeof import('#locales/en/failures.json')
  follow: typeof import('#locales/en/follow.json')
  init: typeof import('#locales/en/init.json')
  invitations: typeof import('#locales/en/invitations.json')
  lists: typeof import('#locales/en/lists.json')
  notifications: typeof import('#locales/en/notifications.json')
  provider: typeof import('#locales/en/provider.json')
  'request-settings': typeof import('#locales/en/request-settings.json')
  series: typeof import('#locales/en/series.json')
  'setting-issues': typeof import('#locales/en/setting-issues.json')
  settings: typeof import('#locales/en/settings.json')
  'settings/account': typeof import('#locales/en/settings/account.json')
  'settings/api-keys': typeof import('#locales/en/settings/api-keys.json')
  'settings/connections': typeof import('#locales/en/settings/connections.json')
  'settings/problems': typeof import('#locales/en/settings/problems.json')
  'settings/security': typeof import('#locales/en/settings/security.json')
  'settings/users': typeof import('#locales/en/settings/users.json')
  setup: typeof import('#locales/en/setup.json')
  shell: typeof import('#locales/en/shell.json')
  storage: typeof import('#locales/en/storage.json')
}

type Value = string | number

/** The parameters of each message that has some, by key. */
export interface MessageValues {
  'account.menu': { name: Value }
  'allKeys.failed': { name: Value; reason: Value }
  'allKeys.of': { username: Value }
  'allKeys.revokeOf': { name: Value; username: Value }
  'allKeys.revoked': { name: Value; username: Value }
  'app.sought': { words: Value }
  'audit.from': { address: Value }
  'audit.own.connection_added': { subject: Value }
  'audit.own.connection_changed': { subject: Value }
  'audit.own.indexer_changed': { subject: Value }
  'audit.own.invitation_created': { actor: Value }
  'audit.own.invitation_revoked': { actor: Value }
  'audit.own.password_changed': { actor: Value }
  'audit.own.user_created': { actor: Value }
  'audit.said.account_linked': { subject: Value }
  'audit.said.api_key_created': { actor: Value; subject: Value }
  'audit.said.api_key_deleted': { actor: Value; subject: Value }
  'audit.said.api_keys_revoked': { actor: Value; subject: Value }
  'audit.said.connection_added': { actor: Value; subject: Value }
  'audit.said.connection_changed': { actor: Value; subject: Value }
  'audit.said.connection_removed': { actor: Value; subject: Value }
  'audit.said.connection_tested': { actor: Value; subject: Value }
  'audit.said.discover_changed': { actor: Value }
  'audit.said.feed_created': { actor: Value }
  'audit.said.feed_revoked': { actor: Value }
  'audit.said.getting_started_dismissed': { actor: Value }
  'audit.said.indexer_changed': { actor: Value; subject: Value }
  'audit.said.indexer_file_changed': { actor: Value }
  'audit.said.invitation_created': { actor: Value; subject: Value }
  'audit.said.invitation_revoked': { actor: Value; subject: Value }
  'audit.said.library_match_confirmed': { actor: Value; subject: Value }
  'audit.said.library_match_rejected': { actor: Value; subject: Value }
  'audit.said.library_match_undone': { actor: Value; subject: Value }
  'audit.said.login_type_changed': { actor: Value; subject: Value }
  'audit.said.password_changed': { actor: Value; subject: Value }
  'audit.said.request_settings_changed': { actor: Value }
  'audit.said.role_changed': { actor: Value; subject: Value }
  'audit.said.security_changed': { actor: Value }
  'audit.said.sessions_ended': { actor: Value }
  'audit.said.sign_in_failed': { actor: Value }
  'audit.said.signed_in': { actor: Value }
  'audit.said.storage_changed': { actor: Value }
  'audit.said.user_created': { actor: Value; subject: Value }
  'audit.said.user_deleted': { actor: Value; subject: Value }
  'auditDetails.changed': { after: Value; before: Value }
  'auditDetails.changed_by_environment': { after: Value; before: Value; variable: Value }
  'auditDetails.changed_by_groups': { after: Value; before: Value }
  'auditDetails.key_owner': { name: Value }
  'auditDetails.keys': { n: Value }
  'auditNotes.address': { address: Value }
  'auditNotes.book': { asin: Value }
  'auditNotes.changed': { after: Value; before: Value }
  'auditNotes.changed_by_environment': { after: Value; before: Value; variable: Value }
  'auditNotes.changed_by_groups': { after: Value; before: Value }
  'auditNotes.invited_by': { name: Value }
  'auditNotes.key_owner': { name: Value }
  'auditNotes.keys': { n: number }
  'auditNotes.other': { text: Value }
  'auditNotes.path': { path: Value }
  'auditNotes.program': { name: Value }
  'auditNotes.refused_by_provider': { reason: Value }
  'auditNotes.role': { role: Value }
  'auditNotes.role_by_invitation': { name: Value; role: Value }
  'auditNotes.role_by_provider': { role: Value }
  'auditNotes.settings': { names: Value }
  'book.hours': { h: Value; m: Value }
  'book.hoursOnly': { h: Value }
  'book.inLibraryTo': { title: Value }
  'book.inSeries': { position: Value; title: Value }
  'book.listenTo': { title: Value }
  'book.minutes': { m: Value }
  'book.more': { n: Value; names: Value }
  'book.position': { position: Value }
  'book.readBy': { names: Value }
  'book.releases': { date: Value }
  'book.requestedBy': { n: number }
  'book.requestedByOthers': { n: number }
  'bookPage.countdown': { when: Value }
  'bookPage.countdownSearched': { when: Value }
  'bookPage.factsWith': { length: Value }
  'bookPage.handMadeBy': { name: Value }
  'bookPage.people': { n: number }
  'bookPage.youAndOthers': { n: number }
  'bulk.changed': { n: number }
  'bulk.chosen': { n: number }
  'bulk.declineNow': { n: number }
  'bulk.done.approve': { n: number }
  'bulk.done.decline': { n: number }
  'bulk.done.mark_available': { n: number }
  'bulk.done.withdraw_all': { n: number }
  'bulk.everything': { n: number }
  'bulk.failed': { reason: Value }
  'bulk.progress': { done: number; of: number }
  'bulk.really.approve': { n: number }
  'bulk.really.mark_available': { n: number }
  'bulk.really.withdraw_all': { n: number }
  'bulk.reallySome.approve': { n: number; of: number }
  'bulk.reallySome.mark_available': { n: number; of: number }
  'bulk.selectEverything': { n: number }
  'bulk.some': { action: Value; n: number; total: number }
  'bulk.someFailed': { n: number; reason: Value }
  'bulk.stopped': { n: number }
  'causes.answer_cut_off': { service: Value }
  'causes.answer_of_another_release': { service: Value }
  'causes.answer_unreadable': { service: Value }
  'causes.answers': { service: Value; text: Value }
  'causes.answers_status': { service: Value; status: Value; text: Value }
  'causes.client_failed_it': { client: Value }
  'causes.client_files_missing': { client: Value }
  'causes.client_full': { service: Value; text: Value }
  'causes.client_in_trouble': { client: Value; text: Value }
  'causes.client_says': { client: Value; text: Value }
  'causes.download_client_failed': { service: Value; text: Value }
  'causes.download_gone': { client: Value }
  'causes.download_had_before': { client: Value }
  'causes.download_not_added': { service: Value; text: Value }
  'causes.download_not_added_unexplained': { service: Value }
  'causes.download_stalled': { n: number }
  'causes.downloads_failed': { causes: Value; n: number }
  'causes.failed_with_status': { service: Value; status: Value }
  'causes.fails': { service: Value; status: Value }
  'causes.fails_try_later': { service: Value; status: Value }
  'causes.fails_unexplained': { service: Value }
  'causes.forbidden': { service: Value; status: Value }
  'causes.grabs_refused': { causes: Value; n: number }
  'causes.host_not_allowed': { place: Value; service: Value }
  'causes.indexer_failed': { service: Value }
  'causes.indexer_paused': { service: Value; until: Value }
  'causes.indexers_failed': { asked: Value; causes: Value; failed: Value }
  'causes.library_changing': { service: Value }
  'causes.library_forbidden': { service: Value }
  'causes.library_missing': { names: Value; service: Value }
  'causes.library_none': { service: Value }
  'causes.library_shrank': { missing: Value; service: Value; total: Value }
  'causes.link_missing': { service: Value }
  'causes.link_redirects': { service: Value }
  'causes.login_blocked': { service: Value }
  'causes.login_or_host_refused': { place: Value; service: Value }
  'causes.may_only_add': { service: Value }
  'causes.no_answer_in_time': { service: Value }
  'causes.no_answer_through': { service: Value; status: Value }
  'causes.no_answer_within': { seconds: Value }
  'causes.no_daemon': { service: Value }
  'causes.no_download_client': { service: Value; text: Value }
  'causes.no_indexers': { service: Value }
  'causes.no_torrent_client': { service: Value }
  'causes.no_usenet_client': { service: Value }
  'causes.no_whole_answer': { failure: Value; service: Value }
  'causes.not_asked_to_the_end': { service: Value }
  'causes.not_in_client': { client: Value }
  'causes.not_in_history': { service: Value }
  'causes.not_in_library': { n: number }
  'causes.not_released': { date: Value }
  'causes.not_set_up': { service: Value }
  'causes.not_the_api': { found: Value; service: Value }
  'causes.not_the_service': { service: Value; setting: Value }
  'causes.nothing_entered': { service: Value }
  'causes.nzb_duplicate_or_empty': { service: Value }
  'causes.nzb_files_not_taken': { service: Value }
  'causes.nzb_unreadable': { service: Value }
  'causes.other': { text: Value }
  'causes.person': { text: Value }
  'causes.redirected': { service: Value }
  'causes.redirected_to': { address: Value; service: Value }
  'causes.refused': { service: Value; text: Value }
  'causes.release_forgotten': { service: Value }
  'causes.release_not_found_again': { causes: Value; service: Value }
  'causes.release_not_taken': { service: Value; text: Value }
  'causes.release_refused': { service: Value; text: Value }
  'causes.session_elsewhere': { service: Value; setting: Value }
  'causes.session_ended': { service: Value; setting: Value }
  'causes.session_invalid': { service: Value; setting: Value }
  'causes.session_redirected': { service: Value; setting: Value }
  'causes.session_refused': { service: Value; setting: Value; text: Value }
  'causes.several': { causes: Value }
  'causes.sign_in_in_front': { service: Value; status: Value }
  'causes.timed_out': { seconds: Value; service: Value }
  'causes.to_be_set_up': { service: Value }
  'causes.too_many_questions': { service: Value; status: Value }
  'causes.torrent_unreadable': { service: Value }
  'causes.torrents_not_taken': { service: Value }
  'causes.unreachable': { failure: Value; service: Value }
  'causes.unreachable_address': { failure: Value; service: Value }
  'causes.waits_for': { causes: Value; connection: Value }
  'causes.wrong_key': { service: Value }
  'causes.wrong_login': { service: Value }
  'causes.wrong_password': { service: Value }
  'causes.wrong_service_key': { place: Value; service: Value }
  'common.clearOf': { label: Value }
  'common.moveDown': { name: Value }
  'common.moveUp': { name: Value }
  'common.moved': { name: Value; place: Value; total: Value }
  'common.reference': { id: Value }
  'common.remove': { name: Value }
  'connections.choice.failed': { reason: Value; service: Value }
  'connections.choice.gone': { service: Value }
  'connections.choice.hintAll': { service: Value }
  'connections.choice.loading': { service: Value }
  'connections.choice.none': { service: Value }
  'connections.choice.number': { id: Value }
  'connections.choice.off': { service: Value }
  'connections.editTitle': { name: Value }
  'connections.file.read': { time: Value }
  'connections.form.numbered': { n: Value; name: Value }
  'connections.form.saved': { name: Value }
  'connections.moveFailed': { name: Value; reason: Value }
  'connections.moved': { name: Value; place: Value }
  'connections.removeFailed': { name: Value; reason: Value }
  'connections.removed': { name: Value }
  'connections.required': { label: Value }
  'connections.status.failing': { time: Value }
  'connections.status.lastError': { error: Value; time: Value }
  'connections.status.reachable': { time: Value }
  'connections.switchFailed': { name: Value; reason: Value }
  'connections.testFailed': { name: Value; reason: Value }
  'connections.turnedOff': { name: Value }
  'connections.turnedOn': { name: Value }
  'deliveries.about': { people: Value }
  'deliveries.answered': { status: Value; time: Value }
  'deliveries.noAnswer': { time: Value }
  'deliveries.of': { button: Value; event: Value; title: Value }
  'deliveries.resendFailed': { reason: Value }
  'deliveries.state.delivered': { n: number }
  'deliveries.state.failed': { n: number }
  'deliveries.state.retrying': { n: number; time: Value }
  'deliveries.to': { target: Value }
  'deliveryCauses.answered': { status: Value }
  'deliveryCauses.answered_with': { status: Value; text: Value }
  'deliveryCauses.connection_failed': { failure: Value }
  'deliveryCauses.nothing_sent': { service: Value; status: Value }
  'deliveryCauses.other': { text: Value }
  'deliveryCauses.redirects': { status: Value }
  'deliveryCauses.sent_in_part': { service: Value; status: Value }
  'deliveryCauses.sent_in_part_with': { service: Value; status: Value; text: Value }
  'deliveryCauses.timed_out': { seconds: Value }
  'devices.endFailed': { reason: Value }
  'devices.endOf': { device: Value }
  'devices.ended': { device: Value }
  'devices.on': { browser: Value; system: Value }
  'devices.reallyEnd': { device: Value }
  'devices.reallyEndOthers': { n: number }
  'devices.seen': { time: Value }
  'devices.since': { time: Value }
  'discover.ofCategory.bestsellers': { category: Value }
  'discover.ofCategory.new_releases': { category: Value }
  'discover.requests': { n: number }
  'discoverSettings.categoriesFailed': { reason: Value }
  'download.percent': { percent: Value; state: Value }
  'download.probably': { words: Value }
  'download.speed': { progress: Value; speed: Value }
  'download.time': { progress: Value; time: Value }
  'download.withClient': { client: Value; words: Value }
  'downloadSettings.bar.accepted': { n: number }
  'downloadSettings.bar.moved': { n: number }
  'downloadSettings.bar.rejected': { n: number }
  'downloadSettings.flags.flagOf': { n: Value }
  'downloadSettings.flags.scoreOf': { n: Value }
  'downloadSettings.formats.from': { format: Value }
  'downloadSettings.formats.rangeOf': { format: Value }
  'downloadSettings.formats.upTo': { format: Value }
  'downloadSettings.indexers.failed': { reason: Value }
  'downloadSettings.preview.bookBy': { author: Value; title: Value }
  'downloadSettings.preview.down': { before: Value; n: number }
  'downloadSettings.preview.showAll': { n: Value }
  'downloadSettings.preview.up': { before: Value; n: number }
  'downloadSettings.reset': { label: Value }
  'editions.all': { n: Value }
  'editions.silent': { regions: Value }
  'editions.title': { n: number }
  'events.book': { authors: Value; title: Value }
  'events.labels.authors': { n: number }
  'events.labels.narrators': { n: number }
  'events.onAvailable.at': { book: Value; link: Value }
  'events.onAvailable.text': { book: Value }
  'events.onFailedDownload.because': { book: Value; reason: Value }
  'events.onFailedDownload.text': { book: Value }
  'events.onNewBook.announced': { book: Value }
  'events.onNewBook.announcedFollowed': { book: Value; followed: Value }
  'events.onNewBook.out': { book: Value }
  'events.onNewBook.outFollowed': { book: Value; followed: Value }
  'events.onNewRequest.anonymous': { book: Value }
  'events.onNewRequest.text': { book: Value; user: Value }
  'events.onNotFound.text': { book: Value }
  'events.onNotInLibrary.because': { book: Value; reason: Value }
  'events.onNotInLibrary.text': { book: Value }
  'events.onRequestApproved.anonymous': { book: Value }
  'events.onRequestApproved.text': { book: Value; users: Value }
  'events.onRequestDeclined.anonymous': { book: Value }
  'events.onRequestDeclined.anonymousBecause': { book: Value; reason: Value }
  'events.onRequestDeclined.because': { book: Value; reason: Value; users: Value }
  'events.onRequestDeclined.text': { book: Value; users: Value }
  'events.onSuccessfulDownload.text': { book: Value }
  'failures.other': { code: Value }
  'feed.createFailed': { reason: Value }
  'feed.revokeFailed': { reason: Value }
  'feed.since': { time: Value }
  'fileCauses.colon_expected': { column: Value; line: Value }
  'fileCauses.comma_expected': { close: Value; column: Value; line: Value }
  'fileCauses.ends_too_early': { column: Value; line: Value }
  'fileCauses.escape_expected': { column: Value; line: Value }
  'fileCauses.forbidden': { user: Value }
  'fileCauses.line_end': { column: Value; line: Value }
  'fileCauses.more_behind': { column: Value; line: Value }
  'fileCauses.name_expected': { column: Value; line: Value }
  'fileCauses.nested_too_deeply': { line: Value }
  'fileCauses.not_of_indexers': { known: Value }
  'fileCauses.not_settings': { indexer: Value; line: Value }
  'fileCauses.other': { text: Value }
  'fileCauses.setting': { indexer: Value; issue: Value; line: Value; setting: Value }
  'fileCauses.settings_together': { indexer: Value; issue: Value; setting: Value }
  'fileCauses.unknown_indexer': { known: Value; line: Value }
  'fileCauses.unknown_setting': { indexer: Value; known: Value; line: Value }
  'fileCauses.unreadable': { failure: Value }
  'fileCauses.value_expected': { column: Value; line: Value }
  'follow.changeFailed': { name: Value; reason: Value }
  'follow.failed': { name: Value; reason: Value }
  'follow.followNamed': { name: Value }
  'follow.followed': { name: Value }
  'follow.reallyUnfollow': { name: Value }
  'follow.requestsOff': { name: Value }
  'follow.requestsOn': { name: Value }
  'follow.unfollowFailed': { name: Value; reason: Value }
  'follow.unfollowNamed': { name: Value }
  'follow.unfollowed': { name: Value }
  'follows.since': { date: Value }
  'found.status': { status: Value }
  'found.status_alone': { service: Value; status: Value }
  'found.unreadable_list': { reason: Value }
  'handMade.requested': { title: Value }
  'handMade.saved': { title: Value }
  'inbox.announced': { date: Value }
  'inbox.because': { name: Value }
  'inbox.readFailed': { reason: Value }
  'inbox.readNamed': { title: Value }
  'indexers.failed.save': { name: Value }
  'indexers.failed.switch': { name: Value }
  'indexers.failed.test': { name: Value }
  'indexers.located': { address: Value; name: Value }
  'indexers.saveOf': { name: Value }
  'indexers.saved': { name: Value }
  'indexers.savedOff': { name: Value }
  'indexers.turnedOff': { name: Value }
  'indexers.turnedOn': { name: Value }
  'indexers.useLocated': { address: Value }
  'invitations.by': { name: Value }
  'invitations.ends': { time: Value }
  'invitations.form.days': { n: number }
  'invitations.passwordOf': { name: Value }
  'invitations.resetHint': { n: Value }
  'invitations.revokeFailed': { reason: Value }
  'invitations.revokeOf': { what: Value }
  'invite.already': { name: Value }
  'invite.alreadyOther': { name: Value; other: Value }
  'invite.done': { name: Value }
  'invite.lead': { server: Value }
  'invite.passwordLead': { name: Value }
  'issues.claim_missing': { name: Value }
  'issues.claim_not_text': { name: Value }
  'issues.client_refused': { text: Value }
  'issues.code_refused': { text: Value }
  'issues.decided_since': { user: Value }
  'issues.endpoint_missing': { name: Value }
  'issues.endpoint_no_address': { address: Value; name: Value }
  'issues.endpoint_not_encrypted': { name: Value }
  'issues.method_not_supported': { extent: Value; listed: Value; method: Value }
  'issues.nested_too_deeply': { maximum: Value }
  'issues.no_code_response': { extent: Value; listed: Value }
  'issues.not_above': { limit: Value }
  'issues.not_below': { limit: Value }
  'issues.not_json': { column: Value; line: Value }
  'issues.not_listed': { extent: Value; listed: Value; name: Value }
  'issues.not_one_of': { options: Value }
  'issues.not_seconds': { maximum: Value; minimum: Value }
  'issues.not_the_cookie_alone': { name: Value }
  'issues.other_issuer': { issuer: Value }
  'issues.pkce_refused': { text: Value }
  'issues.provider_answers_status': { status: Value; step: Value }
  'issues.provider_fails': { step: Value; text: Value }
  'issues.provider_fails_sign_in': { text: Value }
  'issues.provider_form': { name: Value }
  'issues.provider_setting_missing': { name: Value }
  'issues.provider_too_long': { step: Value }
  'issues.provider_too_slow': { step: Value }
  'issues.provider_unreachable': { failure: Value; step: Value }
  'issues.provider_unreadable': { step: Value; text: Value }
  'issues.provider_unreadable_status': { status: Value; step: Value }
  'issues.request_not_understood': { text: Value }
  'issues.requested_since': { user: Value }
  'issues.required_while_on': { indexer: Value }
  'issues.sign_in_refused': { text: Value }
  'issues.step_refused': { step: Value; text: Value }
  'issues.takes_no_token': { kind: Value }
  'issues.token_not_genuine': { text: Value }
  'issues.too_few': { minimum: number }
  'issues.too_large': { maximum: Value }
  'issues.too_long': { maximum: Value }
  'issues.too_many': { maximum: number }
  'issues.too_many_headers': { maximum: Value }
  'issues.too_short': { minimum: Value }
  'issues.too_small': { minimum: Value }
  'issues.unknown_setting': { indexer: Value }
  'issues.unverifiable_signatures': { extent: Value; listed: Value }
  'issues.username_unfit': { issue: Value }
  'issues.wishes_changed_since': { user: Value }
  'issues.wrong_body_type': { accepted: Value; kind: Value }
  'issues.wrong_type': { expected: Value }
  'keys.created': { time: Value }
  'keys.enabled': { name: Value }
  'keys.expired': { time: Value }
  'keys.expires': { time: Value }
  'keys.form.days': { n: number }
  'keys.removeFailed': { name: Value; reason: Value }
  'keys.removeOf': { name: Value }
  'keys.removed': { name: Value }
  'keys.toggleFailed': { name: Value; reason: Value }
  'keys.turnedOff': { name: Value }
  'keys.turnedOn': { name: Value }
  'keys.used': { time: Value }
  'leftOut.field': { field: Value }
  'libraryMatch.done.is': { title: Value }
  'libraryMatch.done.is_not': { title: Value }
  'libraryMatch.done.undone': { title: Value }
  'libraryMatch.isNotOf': { item: Value }
  'libraryMatch.isOf': { item: Value }
  'libraryMatch.openOf': { item: Value }
  'libraryMatch.said.is': { who: Value }
  'libraryMatch.said.is_not': { who: Value }
  'libraryMatch.text': { title: Value }
  'libraryMatch.undoOf': { item: Value }
  'listPage.books': { n: number }
  'listPage.byAuthor': { author: Value; title: Value }
  'listPage.changeFailed': { reason: Value }
  'listPage.choose': { title: Value }
  'listPage.confirmThis': { title: Value }
  'listPage.failed': { reason: Value }
  'listPage.form.hint': { most: Value }
  'listPage.form.noText': { name: Value }
  'listPage.form.removeFile': { name: Value }
  'listPage.kept': { when: Value }
  'listPage.matching': { done: Value; n: Value }
  'listPage.narrated': { names: Value }
  'listPage.paused': { when: Value }
  'listPage.reallyAll': { n: number }
  'listPage.reallySome': { all: Value; n: number }
  'listPage.refused': { reason: Value }
  'listPage.removeFailed': { reason: Value }
  'listPage.request': { n: number }
  'listPage.requesting': { n: number }
  'listPage.selectAll': { n: number }
  'listPage.standing.matching': { n: number }
  'listPage.standing.ready': { n: number }
  'listPage.standing.requesting': { n: number }
  'listPage.useThis': { title: Value }
  'login.insecureLink': { address: Value }
  'login.lead': { server: Value }
  'login.slowDown': { time: Value }
  'manage.approveOf': { name: Value }
  'manage.declineOf': { name: Value }
  'manage.done.approve': { title: Value }
  'manage.done.auto_download': { title: Value }
  'manage.done.confirm_grab': { title: Value }
  'manage.done.decline': { title: Value }
  'manage.done.mark_arrived': { title: Value }
  'manage.done.mark_available': { title: Value }
  'manage.done.mark_failed': { title: Value }
  'manage.done.retry': { title: Value }
  'manage.done.revert': { title: Value }
  'manage.done.stop': { title: Value }
  'manage.failed': { reason: Value; title: Value }
  'nav.pending': { n: number }
  'nav.unread': { n: number }
  'notices.books_wait': { connection: Value; n: number }
  'notices.storage_damaged': { path: Value }
  'notices.storage_replaced': { path: Value }
  'notices.trust_proxy': { variable: Value }
  'notices.untrusted_proxy': { address: Value }
  'notifications.form.answered': { status: Value; time: Value }
  'notifications.form.headerNameOf': { n: Value }
  'notifications.form.headerValueOf': { n: Value }
  'notifications.form.limit': { limits: Value }
  'notifications.form.limits.bytes': { max: Value }
  'notifications.form.limits.characters': { max: Value }
  'notifications.form.openHeadersHint': { names: Value }
  'notifications.form.partLimits.bytes': { max: Value; part: Value }
  'notifications.form.partLimits.characters': { max: Value; part: Value }
  'notifications.form.removeHeader': { name: Value }
  'notifications.form.shortened': { parts: Value }
  'notifications.form.unknown': { names: Value }
  'notifications.removeFailed': { name: Value; reason: Value }
  'notifications.removed': { name: Value }
  'notifications.saved': { name: Value }
  'notifications.toggleFailed': { name: Value; reason: Value }
  'notifications.turnedOff': { name: Value }
  'notifications.turnedOn': { name: Value }
  'ownAccount.languageFailed': { reason: Value }
  'ownAccount.lead': { name: Value }
  'ownAccount.quota': { n: number; requests: Value }
  'ownAccount.regionDefault': { region: Value }
  'ownAccount.regionFailed': { reason: Value }
  'ownAccount.regionSaved': { region: Value }
  'ownAccount.revokeKeys': { n: number }
  'pages.outside.proxy': { base: Value }
  'pages.outside.where': { base: Value }
  'pages.prefix_stripped.heading': { prefix: Value }
  'pages.unknown_host.heading': { name: Value }
  'personPage.emptyText': { region: Value }
  'personPage.found': { n: number }
  'personal.failed': { reason: Value }
  'problems.already_grabbed': { title: Value }
  'problems.body_too_large.bytes': { limit: Value }
  'problems.catalogue_failed.failed': { status: Value }
  'problems.catalogue_failed.refused': { status: Value }
  'problems.catalogue_not_its_api.redirect': { status: Value }
  'problems.changed_since_seen': { issues: Value }
  'problems.connection_name_taken': { name: Value }
  'problems.cross_site.named': { own: Value; sender: Value }
  'problems.cross_site.unnamed': { own: Value }
  'problems.declined_for_good.explained': { reason: Value }
  'problems.grab_under_way.sending': { title: Value }
  'problems.grab_under_way.unconfirmed': { title: Value }
  'problems.hardcover_failed.answers': { text: Value }
  'problems.hardcover_failed.failed': { status: Value }
  'problems.headers_too_large.site': { host: Value }
  'problems.in_library': { link: Value; title: Value }
  'problems.list_too_long': { most: Value }
  'problems.list_without_books.all_read': { n: number }
  'problems.login_type_forced.first': { login_type: Value }
  'problems.login_type_forced.settings': { login_type: Value }
  'problems.method_not_allowed': { methods: Value }
  'problems.missing_role': { role: Value }
  'problems.needs_https': { address: Value }
  'problems.no_login_form.login_type': { login_type: Value }
  'problems.no_such_list_entry.alternative': { asin: Value; number: Value }
  'problems.no_such_list_entry.number': { number: Value }
  'problems.no_such_series': { asin: Value; region: Value }
  'problems.not_found.outside': { base: Value }
  'problems.not_in_region.anywhere': { asin: Value; region: Value }
  'problems.not_in_region.catalogue': { asin: Value; region: Value }
  'problems.not_released': { date: Value }
  'problems.not_requested.hand_made': { id: Value }
  'problems.not_requested.not_by': { username: Value }
  'problems.nothing_to_decide': { title: Value }
  'problems.prefix_stripped': { base: Value; prefix: Value }
  'problems.quota_exceeded': { days: number; limit: Value; next_at: Value }
  'problems.target_name_taken': { name: Value }
  'problems.too_many_api_keys': { maximum: Value }
  'problems.too_many_attempts': { seconds: Value }
  'problems.too_many_calls.api_key': { n: number }
  'problems.too_many_calls.follow': { n: number }
  'problems.too_many_calls.hand_made_request': { n: number }
  'problems.too_many_calls.invitation': { n: number }
  'problems.too_many_calls.list': { n: number }
  'problems.too_many_calls.release_search': { n: number }
  'problems.too_many_calls.request': { n: number }
  'problems.too_many_calls.sample': { n: number }
  'problems.too_many_calls.target_test': { n: number }
  'problems.too_many_calls.wishes': { n: number }
  'problems.too_many_follows': { limit: Value }
  'problems.too_many_lists': { most: Value }
  'problems.too_many_targets': { maximum: Value }
  'problems.unknown_host.another': { name: Value }
  'problems.unknown_host.first': { name: Value }
  'problems.unknown_indexer': { known: Value }
  'provider.takeoverLead': { name: Value }
  'push.deviceName': { system: Value; time: Value }
  'quota.left': { left: Value; limit: Value }
  'quota.leftUntil': { left: Value; limit: Value; when: Value }
  'quota.none': { when: Value }
  'reasons.age': { days: number }
  'reasons.author_differs': { author: Value }
  'reasons.author_matches': { author: Value }
  'reasons.bitrate_in_range': { kbits: number }
  'reasons.bitrate_out_of_range': { from: number; kbits: number; to: number }
  'reasons.derived_work': { word: Value }
  'reasons.edition_differs': { edition: Value }
  'reasons.edition_unstated': { wanted: Value }
  'reasons.few_seeders': { minimum: Value; seeders: number }
  'reasons.flag': { flag: Value; score: Value }
  'reasons.format': { format: Value }
  'reasons.identifier_matches': { identifier: Value }
  'reasons.indexer': { indexer: Value; place: Value }
  'reasons.language_differs': { language: Value }
  'reasons.language_matches': { language: Value }
  'reasons.narrator_differs': { narrator: Value }
  'reasons.narrator_matches': { narrator: Value }
  'reasons.not_audiobook': { kind: Value }
  'reasons.pack_contains_book': { range: Value }
  'reasons.pack_not_allowed': { range: Value }
  'reasons.part_only': { part: Value }
  'reasons.runtime_differs': { minutes: Value }
  'reasons.runtime_fits': { minutes: Value }
  'reasons.seeders': { seeders: number }
  'reasons.series_matches': { series: Value }
  'reasons.size_impossible': { kbits: number }
  'reasons.title_differs': { found: Value }
  'reasons.title_matches': { percent: Value }
  'reasons.title_weighed': { meaning: Value }
  'reasons.volume_differs': { volume: Value }
  'reasons.volume_matches': { volume: Value }
  'reasons.wish_differs': { found: Value; wanted: Value }
  'reasons.wish_matches': { wanted: Value }
  'reasons.wish_unstated': { wanted: Value }
  'reasons.words_weighed': { meaning: Value; words: Value }
  'recommendations.author': { author: Value }
  'recommendations.category_bestseller': { category: Value }
  'recommendations.narrator': { narrator: Value }
  'recommendations.next_in_series': { series: Value }
  'recommendations.similar': { title: Value }
  'releases.answered': { n: number; name: Value }
  'releases.asking': { name: Value }
  'releases.blocked': { release: Value }
  'releases.failed': { reason: Value }
  'releases.grabOf': { release: Value }
  'releases.grabbed': { release: Value }
  'releases.grabs': { n: number }
  'releases.historyItem': { accepted: Value; found: Value; time: Value }
  'releases.indexerFailed': { name: Value; reason: Value }
  'releases.isAnotherBook': { release: Value }
  'releases.menuOf': { release: Value }
  'releases.nothing': { name: Value }
  'releases.progress': { done: Value; n: number }
  'releases.readAs': { name: Value }
  'releases.rejected': { n: number }
  'releases.saidBy.another_book': { who: Value }
  'releases.saidBy.right': { who: Value }
  'releases.saidBy.unwanted': { who: Value }
  'releases.score': { n: Value }
  'releases.searchedAt': { time: Value }
  'releases.seeders': { n: number }
  'releases.titleOf': { title: Value }
  'releases.unblocked': { release: Value }
  'releases.withdrawn': { release: Value }
  'request.approveOf': { title: Value }
  'request.askAgainFor': { title: Value }
  'request.askFor': { title: Value }
  'request.declineOf': { title: Value }
  'request.done': { title: Value }
  'request.failed': { reason: Value; title: Value }
  'request.inLibraryText': { title: Value }
  'request.joinFor': { title: Value }
  'request.reallyWithdrawAll': { n: number }
  'request.withWishes': { title: Value }
  'request.withdrawFailed': { reason: Value; title: Value }
  'request.withdrawOf': { title: Value }
  'request.withdrawn': { title: Value }
  'requestSettings.removeRule': { name: Value }
  'requestSettings.rule': { n: Value }
  'requestState.declinedFor': { reason: Value }
  'requests.andMore': { n: number; name: Value }
  'requests.choose': { title: Value }
  'requests.menuOf': { title: Value }
  'requests.range': { from: number; to: number; total: number }
  'requests.waitingBesides': { n: number }
  'sample.again': { title: Value }
  'sample.play': { title: Value }
  'sample.stop': { title: Value }
  'search.about': { n: number }
  'search.asWords': { q: Value }
  'search.corrected': { words: Value }
  'search.earlierText': { reason: Value }
  'search.emptyTitle': { q: Value }
  'search.filtersOn': { count: Value }
  'search.found': { n: number }
  'search.moreOfRegion': { n: number }
  'search.numberText': { region: Value }
  'search.numberTitle': { q: Value }
  'search.resultsFor': { q: Value }
  'search.shown': { n: number; shown: number }
  'search.suggestionCount': { n: number }
  'search.total': { n: number }
  'secret.clearOf': { label: Value }
  'secret.keep': { label: Value }
  'secret.replaceOf': { label: Value }
  'secret.undoOf': { label: Value }
  'security.oidc.addressUnknown': { variable: Value }
  'security.oidc.check.failed': { reason: Value }
  'security.oidc.groupHint': { role: Value }
  'security.oidc.lastGroups.empty': { claim: Value; name: Value; time: Value }
  'security.oidc.lastGroups.missing': { claim: Value; name: Value; time: Value }
  'security.oidc.lastGroups.noRole': { claim: Value; groups: Value; name: Value; time: Value }
  'security.oidc.lastGroups.role': { claim: Value; groups: Value; name: Value; role: Value; time: Value }
  'security.sessions.failed': { reason: Value }
  'security.type.changed': { name: Value }
  'security.type.forced': { variable: Value }
  'security.type.submit': { name: Value }
  'security.type.toOidc': { address: Value }
  'sentences.ended': { text: Value }
  'sentences.followed': { first: Value; second: Value }
  'sentences.named': { name: Value; text: Value }
  'seriesPage.all': { n: number }
  'seriesPage.counts.available': { n: Value }
  'seriesPage.counts.missing': { n: Value }
  'seriesPage.counts.other_edition': { n: number }
  'seriesPage.counts.requested': { n: Value }
  'seriesPage.counts.upcoming': { n: Value }
  'seriesPage.failed': { reason: Value }
  'seriesPage.reallyAll': { n: number }
  'seriesPage.reallySome': { all: Value; n: number }
  'seriesPage.requestMissing': { n: number }
  'seriesPage.requested': { n: number }
  'seriesPage.someFailed': { n: number; reason: Value }
  'seriesPage.total': { n: number }
  'service.editOf': { name: Value }
  'service.enabled': { name: Value }
  'service.reallyRemove': { name: Value }
  'service.testOf': { name: Value }
  'service.testing': { name: Value }
  'settingHints.address': { service: Value }
  'settingHints.audiobookshelf_api_key': { service: Value }
  'settingHints.base_url': { example: Value; service: Value }
  'settingHints.category': { service: Value }
  'settingHints.deluge_base_url': { example: Value; service: Value }
  'settingHints.deluge_category': { service: Value }
  'settingHints.deluge_password': { service: Value }
  'settingHints.emby_api_key': { service: Value }
  'settingHints.indexers': { service: Value }
  'settingHints.jellyfin_api_key': { service: Value }
  'settingHints.password': { service: Value }
  'settingHints.plex_api_key': { service: Value }
  'settingHints.prowlarr_api_key': { service: Value }
  'settingHints.public_url': { service: Value }
  'settingHints.qbittorrent_api_key': { service: Value }
  'settingHints.sabnzbd_api_key': { service: Value }
  'settingHints.scan': { service: Value }
  'settingHints.session_id': { service: Value }
  'settingHints.transmission_category': { service: Value }
  'settingHints.username': { service: Value }
  'setup.at': { step: Value; total: Value }
  'setup.started.dismissFailed': { reason: Value }
  'setup.started.progress': { n: number; total: Value }
  'status.nextAttempt': { time: Value }
  'status.reason': { reason: Value }
  'storage.cleanUpFailed': { reason: Value }
  'storage.limits': { least: Value; usual: Value }
  'storage.nothingRemoved': { when: Value }
  'storage.removed': { count: Value; when: Value }
  'storage.takes': { count: Value; size: Value }
  'strength.short': { n: Value }
  'targets.failed': { n: number }
  'targets.failing': { time: Value }
  'targets.logOf': { name: Value }
  'targets.resend': { n: number }
  'targets.resendFailed': { name: Value; reason: Value }
  'targets.resent': { n: number; name: Value }
  'targets.sheet.editTitle': { name: Value }
  'targets.testTitle': { name: Value }
  'targets.waiting': { n: number }
  'targets.waitingOff': { n: number }
  'testFindings.another_program': { name: Value; service: Value }
  'testFindings.answers': { server: Value }
  'testFindings.category_differs': {
    category: Value
    client: Value
    name: Value
    service: Value
    watched: Value
  }
  'testFindings.category_missing': { category: Value; place: Value; service: Value }
  'testFindings.category_not_compared': { service: Value }
  'testFindings.category_not_sent': { client: Value; name: Value; service: Value; watched: Value }
  'testFindings.history_not_kept': { place: Value; service: Value }
  'testFindings.indexers_asked': { n: number; server: Value }
  'testFindings.label_plugin_off': { service: Value }
  'testFindings.labels_missing': { server: Value; version: Value }
  'testFindings.libraries': { names: Value; server: Value }
  'testFindings.may_not_scan': { service: Value }
  'testFindings.no_chosen_indexer_on': { service: Value }
  'testFindings.no_client_for': { protocols: Value; service: Value }
  'testFindings.no_download_client_on': { service: Value }
  'testFindings.no_indexer_on': { service: Value }
  'testFindings.scan_untold': { service: Value }
  'testFindings.seeding_removes': { place: Value; service: Value }
  'testFindings.session_known': { name: Value; service: Value }
  'testFindings.settings_missing': { settings: Value }
  'testFindings.unknown_program': { service: Value }
  'timeline.approved': { who: Value }
  'timeline.approvedByRule': { rule: Value }
  'timeline.approvedOf': { user: Value; who: Value }
  'timeline.available': { who: Value }
  'timeline.declined': { who: Value }
  'timeline.declinedOf': { user: Value; who: Value }
  'timeline.failedBy': { who: Value }
  'timeline.from': { indexer: Value; release: Value }
  'timeline.grabbed': { who: Value }
  'timeline.inLibrary': { library: Value }
  'timeline.nextAttempt': { time: Value }
  'timeline.release_blocked': { who: Value }
  'timeline.release_unblocked': { who: Value }
  'timeline.requested': { who: Value }
  'timeline.retried': { who: Value }
  'timeline.reverted': { who: Value }
  'timeline.search_started': { who: Value }
  'timeline.searched': { accepted: Value; n: number }
  'timeline.stopped': { who: Value }
  'timeline.wishes_changed': { who: Value }
  'timeline.withClient': { client: Value }
  'timeline.withdrawn': { who: Value }
  'titles.mam_failed': { service: Value }
  'titles.mam_not_the_api': { service: Value }
  'titles.mam_signed_out': { service: Value }
  'titles.mam_timed_out': { service: Value }
  'titles.mam_unreachable': { service: Value }
  'titles.prowlarr_failed': { service: Value }
  'titles.prowlarr_not_configured': { service: Value }
  'titles.prowlarr_not_the_api': { service: Value }
  'titles.prowlarr_timed_out': { service: Value }
  'titles.prowlarr_unreachable': { service: Value }
  'titles.prowlarr_wrong_key': { service: Value }
  'users.and': { one: Value; other: Value }
  'users.created': { name: Value }
  'users.editOf': { name: Value }
  'users.form.editTitle': { name: Value }
  'users.form.revokeKeys': { n: number }
  'users.reallyRemove': { name: Value }
  'users.reallyRemoveWith': { name: Value; what: Value }
  'users.removeFailed': { name: Value; reason: Value }
  'users.removeOf': { name: Value }
  'users.removed': { name: Value }
  'users.requests': { n: number }
  'users.saved': { name: Value }
  'users.since': { date: Value }
  'users.withKeys': { n: number }
  'users.withRequests': { n: number }
  'wishes.gaveWay': { wishes: Value }
  'wishes.noteOf': { note: Value }
  'wishes.of': { wishes: Value }
  'wishes.ofPerson': { name: Value; wishes: Value }
  'wishes.saved': { title: Value }
  'wishes.together': { wishes: Value }
  'wishes.words.format': { format: Value }
  'wishes.words.language': { language: Value }
  'wishes.words.narrator': { name: Value }
  'wishes.words.size': { size: Value }
}

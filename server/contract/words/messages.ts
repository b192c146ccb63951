// Written by `npm run generate` from locales/en.

/** The languages that there are, in BCP 47. */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'pt-BR'] as const
export type Language = (typeof LANGUAGES)[number]

/** The files of messages. */
export type MessagePart =
  | 'api'
  | 'app'
  | 'audit'
  | 'book'
  | 'causes'
  | 'connections'
  | 'deliveries'
  | 'discover-settings'
  | 'discover'
  | 'downloads'
  | 'events'
  | 'failures'
  | 'follow'
  | 'invitations'
  | 'lists'
  | 'notifications'
  | 'provider'
  | 'request-settings'
  | 'series'
  | 'setting-issues'
  | 'settings'
  | 'setup'
  | 'shell'
  | 'storage'

type Value = string | number

/** Every message by its key, with the values that it asks for; null where it asks for none. */
export interface Messages {
  'account.admin': null
  'account.dark': null
  'account.light': null
  'account.menu': { name: Value }
  'account.signOut': null
  'account.signOutFailed': null
  'account.system': null
  'account.theme': null
  'account.trusted': null
  'account.untrusted': null
  'allKeys.emptyText': null
  'allKeys.emptyTitle': null
  'allKeys.failed': { name: Value; reason: Value }
  'allKeys.lead': null
  'allKeys.loading': null
  'allKeys.noMatchText': null
  'allKeys.noMatchTitle': null
  'allKeys.of': { username: Value }
  'allKeys.pages': null
  'allKeys.placeholder': null
  'allKeys.question': null
  'allKeys.revoke': null
  'allKeys.revokeOf': { name: Value; username: Value }
  'allKeys.revoked': { name: Value; username: Value }
  'allKeys.search': null
  'allKeys.showAll': null
  'allKeys.title': null
  'app.direction': null
  'app.name': null
  'app.skip': null
  'app.sought': { words: Value }
  'audit.all': null
  'audit.emptyText': null
  'audit.emptyTitle': null
  'audit.enabled': null
  'audit.everyone': null
  'audit.filter': null
  'audit.from': { address: Value }
  'audit.kinds.account_linked': null
  'audit.kinds.api_key_created': null
  'audit.kinds.api_key_deleted': null
  'audit.kinds.api_keys_revoked': null
  'audit.kinds.connection_added': null
  'audit.kinds.connection_changed': null
  'audit.kinds.connection_removed': null
  'audit.kinds.connection_tested': null
  'audit.kinds.discover_changed': null
  'audit.kinds.feed_created': null
  'audit.kinds.feed_revoked': null
  'audit.kinds.getting_started_dismissed': null
  'audit.kinds.indexer_changed': null
  'audit.kinds.indexer_file_changed': null
  'audit.kinds.invitation_created': null
  'audit.kinds.invitation_revoked': null
  'audit.kinds.library_match_confirmed': null
  'audit.kinds.library_match_rejected': null
  'audit.kinds.library_match_undone': null
  'audit.kinds.login_type_changed': null
  'audit.kinds.password_changed': null
  'audit.kinds.request_settings_changed': null
  'audit.kinds.role_changed': null
  'audit.kinds.security_changed': null
  'audit.kinds.sessions_ended': null
  'audit.kinds.sign_in_failed': null
  'audit.kinds.signed_in': null
  'audit.kinds.storage_changed': null
  'audit.kinds.user_created': null
  'audit.kinds.user_deleted': null
  'audit.lead': null
  'audit.loading': null
  'audit.noMatchAction': null
  'audit.noMatchTitle': null
  'audit.nobody': null
  'audit.own.indexer_changed': { subject: Value }
  'audit.own.invitation_created': { actor: Value }
  'audit.own.invitation_revoked': { actor: Value }
  'audit.own.password_changed': { actor: Value }
  'audit.own.user_created': { actor: Value }
  'audit.pages': null
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
  'audit.title': null
  'audit.unknownFailed': null
  'auditDetails.basic': null
  'auditDetails.changed': { after: Value; before: Value }
  'auditDetails.changed_by_environment': { after: Value; before: Value; variable: Value }
  'auditDetails.changed_by_groups': { after: Value; before: Value }
  'auditDetails.form': null
  'auditDetails.key_owner': { name: Value }
  'auditDetails.keys': { n: Value }
  'auditDetails.login_type': null
  'auditDetails.password_change': null
  'auditDetails.provider': null
  'auditDetails.reset_root': null
  'auditDetails.root': null
  'auditDetails.takeover': null
  'auditNotes.address': { address: Value }
  'auditNotes.basic': null
  'auditNotes.book': { asin: Value }
  'auditNotes.changed': { after: Value; before: Value }
  'auditNotes.changed_by_environment': { after: Value; before: Value; variable: Value }
  'auditNotes.changed_by_groups': { after: Value; before: Value }
  'auditNotes.form': null
  'auditNotes.invited_by': { name: Value }
  'auditNotes.key_owner': { name: Value }
  'auditNotes.keys': { n: number }
  'auditNotes.login_type': null
  'auditNotes.openid_connect': null
  'auditNotes.other': { text: Value }
  'auditNotes.password_change': null
  'auditNotes.path': { path: Value }
  'auditNotes.program': { name: Value }
  'auditNotes.provider': null
  'auditNotes.refused_by_provider': { reason: Value }
  'auditNotes.reset_root': null
  'auditNotes.role': { role: Value }
  'auditNotes.role_by_invitation': { name: Value; role: Value }
  'auditNotes.role_by_provider': { role: Value }
  'auditNotes.root': null
  'auditNotes.root_password': null
  'auditNotes.settings': { names: Value }
  'auditNotes.takeover': null
  'book.abridged': null
  'book.dramatised': null
  'book.hours': { h: Value; m: Value }
  'book.hoursOnly': { h: Value }
  'book.inLibrary': null
  'book.inLibraryTo': { title: Value }
  'book.inSeries': { position: Value }
  'book.language': null
  'book.leftLibrary': null
  'book.listen': null
  'book.listenTo': { title: Value }
  'book.minutes': { m: Value }
  'book.more': { n: Value; names: Value }
  'book.narratedBy': null
  'book.original': null
  'book.others': { n: Value }
  'book.position': { position: Value }
  'book.readBy': { names: Value }
  'book.releases': { date: Value }
  'book.releasesTitle': null
  'book.requestedBy': { n: number }
  'book.requestedByOthers': { n: number }
  'book.title': null
  'book.unknownAuthor': null
  'bookPage.asin': null
  'bookPage.countdown': { when: Value }
  'bookPage.countdownSearched': { when: Value }
  'bookPage.edit': null
  'bookPage.edition': null
  'bookPage.editions.abridged': null
  'bookPage.editions.dramatised': null
  'bookPage.editions.original': null
  'bookPage.editions.unabridged': null
  'bookPage.facts': null
  'bookPage.factsWith': { length: Value }
  'bookPage.handMadeBy': { name: Value }
  'bookPage.history': null
  'bookPage.info': null
  'bookPage.language': null
  'bookPage.less': null
  'bookPage.loading': null
  'bookPage.missingAction': null
  'bookPage.missingText': null
  'bookPage.missingTitle': null
  'bookPage.more': null
  'bookPage.noHistory': null
  'bookPage.noRequests': null
  'bookPage.people': { n: number }
  'bookPage.released': null
  'bookPage.requests': null
  'bookPage.runtime': null
  'bookPage.series': null
  'bookPage.server': null
  'bookPage.stopped': null
  'bookPage.summary': null
  'bookPage.upcoming': null
  'bookPage.writtenBy': null
  'bookPage.youAndOthers': { n: number }
  'bulk.approve': null
  'bulk.cancel': null
  'bulk.changed': { n: number }
  'bulk.chosen': { n: number }
  'bulk.decline': null
  'bulk.declineNow': { n: number }
  'bulk.done.approve': { n: number }
  'bulk.done.decline': { n: number }
  'bulk.done.downloaded': { n: number }
  'bulk.done.remove': { n: number }
  'bulk.downloaded': null
  'bulk.everything': { n: number }
  'bulk.failed': { reason: Value }
  'bulk.label': null
  'bulk.progress': { done: number; of: number }
  'bulk.really.approve': { n: number }
  'bulk.really.downloaded': { n: number }
  'bulk.reallyRemove': { n: number }
  'bulk.reallySome.approve': { n: number; of: number }
  'bulk.reallySome.downloaded': { n: number; of: number }
  'bulk.reason': null
  'bulk.remove': null
  'bulk.selectEverything': { n: number }
  'bulk.some': { action: Value; n: number; total: number }
  'bulk.someFailed': { n: number; reason: Value }
  'bulk.stop': null
  'bulk.stopped': { n: number }
  'calendar.emptyText': null
  'calendar.emptyTitle': null
  'calendar.lead': null
  'calendar.loading': null
  'calendar.out': null
  'causes.another_book': null
  'causes.answer_cut_off': { service: Value }
  'causes.answer_of_another_release': { service: Value }
  'causes.answer_unreadable': { service: Value }
  'causes.answers': { service: Value; text: Value }
  'causes.answers_status': { service: Value; status: Value; text: Value }
  'causes.client_failed_it': { client: Value }
  'causes.client_in_trouble': { client: Value; text: Value }
  'causes.client_says': { client: Value; text: Value }
  'causes.corrected': null
  'causes.download_client_failed': { service: Value; text: Value }
  'causes.download_failed': null
  'causes.download_gone': { client: Value }
  'causes.download_had_before': { client: Value }
  'causes.download_not_added': { service: Value; text: Value }
  'causes.download_stalled': { n: number }
  'causes.downloads_failed': { causes: Value; n: number }
  'causes.failed_with_status': { service: Value; status: Value }
  'causes.fails': { service: Value; status: Value }
  'causes.fails_try_later': { service: Value; status: Value }
  'causes.forbidden': { service: Value; status: Value }
  'causes.grab_delayed': null
  'causes.grab_interrupted': null
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
  'causes.link_other_release': null
  'causes.link_redirects': { service: Value }
  'causes.link_unreadable': null
  'causes.link_web_page': null
  'causes.login_blocked': { service: Value }
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
  'causes.none_answered': null
  'causes.not_arrived': null
  'causes.not_asked_to_the_end': { service: Value }
  'causes.not_in_client': { client: Value }
  'causes.not_in_history': { service: Value }
  'causes.not_in_library': { n: number }
  'causes.not_released': { date: Value }
  'causes.not_set_up': { service: Value }
  'causes.not_the_api': { found: Value; service: Value }
  'causes.not_the_service': { service: Value; setting: Value }
  'causes.nothing_entered': { service: Value }
  'causes.other': { text: Value }
  'causes.person': { text: Value }
  'causes.redirected': { service: Value }
  'causes.redirected_to': { address: Value; service: Value }
  'causes.refused': { service: Value; text: Value }
  'causes.release_forgotten': { service: Value }
  'causes.release_not_found_again': { causes: Value; service: Value }
  'causes.release_not_taken': { service: Value; text: Value }
  'causes.release_refused': { service: Value; text: Value }
  'causes.search_interrupted': null
  'causes.session_elsewhere': { service: Value; setting: Value }
  'causes.session_ended': { service: Value; setting: Value }
  'causes.session_invalid': { service: Value; setting: Value }
  'causes.session_redirected': { service: Value; setting: Value }
  'causes.several': { causes: Value }
  'causes.timed_out': { seconds: Value; service: Value }
  'causes.to_be_set_up': { service: Value }
  'causes.too_many_questions': { service: Value; status: Value }
  'causes.unexpected': null
  'causes.unreachable': { failure: Value; service: Value }
  'causes.unreachable_address': { failure: Value; service: Value }
  'causes.wrong_key': { service: Value }
  'causes.wrong_login': { service: Value }
  'causes.wrong_password': { service: Value }
  'causes.wrong_service_key': { place: Value; service: Value }
  'common.add': null
  'common.cancel': null
  'common.clear': null
  'common.clearOf': { label: Value }
  'common.close': null
  'common.copied': null
  'common.copy': null
  'common.dismiss': null
  'common.hide': null
  'common.loading': null
  'common.messages': null
  'common.moveDown': { name: Value }
  'common.moveUp': { name: Value }
  'common.moved': { name: Value; place: Value; total: Value }
  'common.reference': { id: Value }
  'common.remove': { name: Value }
  'common.retry': null
  'common.save': null
  'common.selected': null
  'common.show': null
  'common.unit': null
  'connections.download_client.add': null
  'connections.download_client.addTitle': null
  'connections.download_client.empty': null
  'connections.download_client.emptyText': null
  'connections.download_client.lead': null
  'connections.download_client.loading': null
  'connections.edit': null
  'connections.editOf': { name: Value }
  'connections.editTitle': { name: Value }
  'connections.enabled': { name: Value }
  'connections.form.failed.save': null
  'connections.form.failed.test': null
  'connections.form.name': null
  'connections.form.numbered': { n: Value; name: Value }
  'connections.form.program': null
  'connections.form.saved': { name: Value }
  'connections.form.text': null
  'connections.library.add': null
  'connections.library.addTitle': null
  'connections.library.empty': null
  'connections.library.emptyText': null
  'connections.library.lead': null
  'connections.library.loading': null
  'connections.moveFailed': { name: Value; reason: Value }
  'connections.moved': { name: Value; place: Value }
  'connections.reallyRemove': null
  'connections.remove': null
  'connections.removeFailed': { name: Value; reason: Value }
  'connections.removeOf': { name: Value }
  'connections.removed': { name: Value }
  'connections.status.failing': { time: Value }
  'connections.status.lastError': { error: Value; time: Value }
  'connections.status.none': null
  'connections.status.reachable': { time: Value }
  'connections.switchFailed': { name: Value; reason: Value }
  'connections.test': null
  'connections.testFailed': { name: Value; reason: Value }
  'connections.testOf': { name: Value }
  'connections.testing': { name: Value }
  'connections.turnedOff': { name: Value }
  'connections.turnedOn': { name: Value }
  'crash.home': null
  'crash.reload': null
  'crash.text': null
  'crash.title': null
  'deliveries.about': { people: Value }
  'deliveries.allTargets': null
  'deliveries.answered': { status: Value; time: Value }
  'deliveries.emptyText': null
  'deliveries.emptyTitle': null
  'deliveries.filterState': null
  'deliveries.filterTarget': null
  'deliveries.goneTarget': null
  'deliveries.lead': null
  'deliveries.loading': null
  'deliveries.loadingTries': null
  'deliveries.noAnswer': { time: Value }
  'deliveries.noMatchAction': null
  'deliveries.noMatchTitle': null
  'deliveries.noTries': null
  'deliveries.of': { button: Value; event: Value; title: Value }
  'deliveries.ownLead': null
  'deliveries.pages': null
  'deliveries.reallyResend': null
  'deliveries.resend': null
  'deliveries.resendFailed': { reason: Value }
  'deliveries.resent': null
  'deliveries.state.delivered': { n: number }
  'deliveries.state.failed': { n: number }
  'deliveries.state.retrying': { n: number; time: Value }
  'deliveries.state.waiting': null
  'deliveries.states.all': null
  'deliveries.states.delivered': null
  'deliveries.states.failed': null
  'deliveries.states.pending': null
  'deliveries.title': null
  'deliveries.to': { target: Value }
  'deliveries.tries': null
  'deliveries.tryNow': null
  'deliveryCauses.answered': { status: Value }
  'deliveryCauses.answered_with': { status: Value; text: Value }
  'deliveryCauses.connection_failed': { failure: Value }
  'deliveryCauses.not_public': null
  'deliveryCauses.nothing_sent': { service: Value; status: Value }
  'deliveryCauses.other': { text: Value }
  'deliveryCauses.redirects': { status: Value }
  'deliveryCauses.sent_in_part': { service: Value; status: Value }
  'deliveryCauses.sent_in_part_with': { service: Value; status: Value; text: Value }
  'deliveryCauses.timed_out': { seconds: Value }
  'devices.current': null
  'devices.empty': null
  'devices.emptyBasic': null
  'devices.emptyNone': null
  'devices.end': null
  'devices.endFailed': { reason: Value }
  'devices.endOf': { device: Value }
  'devices.endOthers': null
  'devices.ended': { device: Value }
  'devices.lead': null
  'devices.loading': null
  'devices.on': { browser: Value; system: Value }
  'devices.othersEnded': null
  'devices.reallyEnd': null
  'devices.reallyEndOthers': { n: number }
  'devices.seen': { time: Value }
  'devices.since': { time: Value }
  'devices.title': null
  'devices.unknown': null
  'discover.back': null
  'discover.emptyText': null
  'discover.emptyTitle': null
  'discover.nothing': null
  'discover.ofCategory.bestsellers': { category: Value }
  'discover.ofCategory.new_releases': { category: Value }
  'discover.on': null
  'discover.requests': { n: number }
  'discover.rows.added': null
  'discover.rows.authors': null
  'discover.rows.bestsellers': null
  'discover.rows.followed': null
  'discover.rows.narrators': null
  'discover.rows.new_releases': null
  'discover.rows.popular': null
  'discover.rows.recent': null
  'discover.rows.user': null
  'discover.similar': null
  'discover.title': null
  'discoverSettings.categoriesFailed': { reason: Value }
  'discoverSettings.failed': null
  'discoverSettings.lead': null
  'discoverSettings.loading': null
  'discoverSettings.noMore': null
  'discoverSettings.none': null
  'discoverSettings.reset': null
  'discoverSettings.row': null
  'discoverSettings.rows': null
  'discoverSettings.rowsLead': null
  'discoverSettings.saved': null
  'download.bar': null
  'download.completed': null
  'download.done': null
  'download.downloading': null
  'download.percent': { percent: Value; state: Value }
  'download.probably': { words: Value }
  'download.processing': null
  'download.queued': null
  'download.speed': { progress: Value; speed: Value }
  'download.stalled': null
  'download.time': { progress: Value; time: Value }
  'download.withClient': { client: Value; words: Value }
  'downloadSettings.automatic.off': null
  'downloadSettings.automatic.on': null
  'downloadSettings.automatic.title': null
  'downloadSettings.bar.accepted': { n: number }
  'downloadSettings.bar.moved': { n: number }
  'downloadSettings.bar.nothing': null
  'downloadSettings.bar.rejected': { n: number }
  'downloadSettings.bar.saved': null
  'downloadSettings.bar.undo': null
  'downloadSettings.bar.unsaved': null
  'downloadSettings.failed': null
  'downloadSettings.flags.add': null
  'downloadSettings.flags.flag': null
  'downloadSettings.flags.flagOf': { n: Value }
  'downloadSettings.flags.lead': null
  'downloadSettings.flags.none': null
  'downloadSettings.flags.score': null
  'downloadSettings.flags.scoreOf': { n: Value }
  'downloadSettings.flags.title': null
  'downloadSettings.following.completed': null
  'downloadSettings.following.completedHint': null
  'downloadSettings.following.hours': null
  'downloadSettings.following.lead': null
  'downloadSettings.following.missing': null
  'downloadSettings.following.missingHint': null
  'downloadSettings.following.remove': null
  'downloadSettings.following.removeHint': null
  'downloadSettings.following.stalled': null
  'downloadSettings.following.stalledHint': null
  'downloadSettings.following.title': null
  'downloadSettings.formats.from': { format: Value }
  'downloadSettings.formats.lead': null
  'downloadSettings.formats.names.flac': null
  'downloadSettings.formats.names.m4b': null
  'downloadSettings.formats.names.mp3': null
  'downloadSettings.formats.names.unknown': null
  'downloadSettings.formats.names.unknown_audio': null
  'downloadSettings.formats.order': null
  'downloadSettings.formats.rangeOf': { format: Value }
  'downloadSettings.formats.title': null
  'downloadSettings.formats.to': null
  'downloadSettings.formats.unit': null
  'downloadSettings.formats.upTo': { format: Value }
  'downloadSettings.indexers.add': null
  'downloadSettings.indexers.failed': { reason: Value }
  'downloadSettings.indexers.lead': null
  'downloadSettings.indexers.noMore': null
  'downloadSettings.indexers.none': null
  'downloadSettings.indexers.title': null
  'downloadSettings.judged.lead': null
  'downloadSettings.judged.title': null
  'downloadSettings.languages.add': null
  'downloadSettings.languages.hint': null
  'downloadSettings.languages.none': null
  'downloadSettings.languages.title': null
  'downloadSettings.lead': null
  'downloadSettings.loading': null
  'downloadSettings.matching.lead': null
  'downloadSettings.matching.min_seeders': null
  'downloadSettings.matching.min_seeders_hint': null
  'downloadSettings.matching.name_ratio': null
  'downloadSettings.matching.name_ratio_hint': null
  'downloadSettings.matching.packs': null
  'downloadSettings.matching.packsHint': null
  'downloadSettings.matching.percent': null
  'downloadSettings.matching.title': null
  'downloadSettings.matching.title_ratio': null
  'downloadSettings.matching.title_ratio_hint': null
  'downloadSettings.preview.book': null
  'downloadSettings.preview.bookBy': { author: Value; title: Value }
  'downloadSettings.preview.chosen': null
  'downloadSettings.preview.down': { before: Value; n: number }
  'downloadSettings.preview.empty': null
  'downloadSettings.preview.failed': null
  'downloadSettings.preview.lead': null
  'downloadSettings.preview.loading': null
  'downloadSettings.preview.neverSearched': null
  'downloadSettings.preview.noRequests': null
  'downloadSettings.preview.onlyChanges': null
  'downloadSettings.preview.outdated': null
  'downloadSettings.preview.placeholder': null
  'downloadSettings.preview.rejected': null
  'downloadSettings.preview.requestsFailed': null
  'downloadSettings.preview.same': null
  'downloadSettings.preview.search': null
  'downloadSettings.preview.showAll': { n: Value }
  'downloadSettings.preview.title': null
  'downloadSettings.preview.unchanged': null
  'downloadSettings.preview.up': { before: Value; n: number }
  'downloadSettings.preview.verdicts.accepted': null
  'downloadSettings.preview.verdicts.automatic': null
  'downloadSettings.preview.verdicts.by_hand': null
  'downloadSettings.preview.verdicts.rejected': null
  'downloadSettings.reallyResetAll': null
  'downloadSettings.reset': { label: Value }
  'downloadSettings.resetAll': null
  'downloadSettings.saved': null
  'downloadSettings.sending.client': null
  'downloadSettings.sending.lead': null
  'downloadSettings.sending.prowlarr': null
  'downloadSettings.sending.title': null
  'downloadSettings.sending.torrents': null
  'downloadSettings.sending.usenet': null
  'editions.all': { n: Value }
  'editions.current': null
  'editions.loading': null
  'editions.sameRecording': null
  'editions.silent': { regions: Value }
  'editions.title': { n: number }
  'editions.unknownNarrator': null
  'events.book': { authors: Value; title: Value }
  'events.feed': null
  'events.labels.authors': { n: number }
  'events.labels.narrators': { n: number }
  'events.labels.requestedBy': null
  'events.onAvailable.at': { book: Value; link: Value }
  'events.onAvailable.text': { book: Value }
  'events.onAvailable.title': null
  'events.onFailedDownload.because': { book: Value; reason: Value }
  'events.onFailedDownload.text': { book: Value }
  'events.onFailedDownload.title': null
  'events.onNewBook.announced': { book: Value }
  'events.onNewBook.announcedFollowed': { book: Value; followed: Value }
  'events.onNewBook.out': { book: Value }
  'events.onNewBook.outFollowed': { book: Value; followed: Value }
  'events.onNewBook.title': null
  'events.onNewRequest.anonymous': { book: Value }
  'events.onNewRequest.text': { book: Value; user: Value }
  'events.onNewRequest.title': null
  'events.onNotFound.text': { book: Value }
  'events.onNotFound.title': null
  'events.onNotInLibrary.because': { book: Value; reason: Value }
  'events.onNotInLibrary.text': { book: Value }
  'events.onNotInLibrary.title': null
  'events.onRequestApproved.anonymous': { book: Value }
  'events.onRequestApproved.text': { book: Value; users: Value }
  'events.onRequestApproved.title': null
  'events.onRequestDeclined.anonymous': { book: Value }
  'events.onRequestDeclined.anonymousBecause': { book: Value; reason: Value }
  'events.onRequestDeclined.because': { book: Value; reason: Value; users: Value }
  'events.onRequestDeclined.text': { book: Value; users: Value }
  'events.onRequestDeclined.title': null
  'events.onSuccessfulDownload.text': { book: Value }
  'events.onSuccessfulDownload.title': null
  'events.samples.declined': null
  'events.samples.failed': null
  'facts.about-the-book': null
  'facts.apart': null
  'facts.author-family-only': null
  'facts.author-none': null
  'facts.begins-with-article': null
  'facts.beside-author-in-list': null
  'facts.beside-series': null
  'facts.beyond-author': null
  'facts.beyond-author-person': null
  'facts.bracket': null
  'facts.capitals': null
  'facts.code-touching': null
  'facts.colon': null
  'facts.comma': null
  'facts.counted': null
  'facts.dash': null
  'facts.describes': null
  'facts.follows-volume': null
  'facts.foreign-article': null
  'facts.group-suffix': null
  'facts.hyphen': null
  'facts.kind-beyond-author': null
  'facts.kind-of-book': null
  'facts.known-person': null
  'facts.leads-to-volume': null
  'facts.list-goes-on': null
  'facts.many-words': null
  'facts.name': null
  'facts.name-for-author': null
  'facts.narrator-known': null
  'facts.odd-case': null
  'facts.opens-subtitle': null
  'facts.outermost': null
  'facts.own-words': null
  'facts.own-words-touching': null
  'facts.person': null
  'facts.person-for-author': null
  'facts.piece-of-title': null
  'facts.possessive': null
  'facts.runs-into-author': null
  'facts.runs-on-from-author': null
  'facts.series-in-list': null
  'facts.several-chunks': null
  'facts.short-title': null
  'facts.small': null
  'facts.some-words': null
  'facts.subtitle-length': null
  'facts.title-in-brackets': null
  'facts.title-in-list': null
  'facts.title-incomplete': null
  'facts.title-is-series': null
  'facts.title-piece': null
  'facts.title-short': null
  'facts.touching': null
  'facts.two-words': null
  'facts.volume-known': null
  'facts.word-for-author': null
  'failures.CERT_HAS_EXPIRED': null
  'failures.DEPTH_ZERO_SELF_SIGNED_CERT': null
  'failures.EAI_AGAIN': null
  'failures.ECONNREFUSED': null
  'failures.ECONNRESET': null
  'failures.EHOSTUNREACH': null
  'failures.ENETUNREACH': null
  'failures.ENOTFOUND': null
  'failures.ERR_SSL_WRONG_VERSION_NUMBER': null
  'failures.ERR_TLS_CERT_ALTNAME_INVALID': null
  'failures.ETIMEDOUT': null
  'failures.HPE_INVALID_CONSTANT': null
  'failures.SELF_SIGNED_CERT_IN_CHAIN': null
  'failures.UNABLE_TO_GET_ISSUER_CERT': null
  'failures.UNABLE_TO_GET_ISSUER_CERT_LOCALLY': null
  'failures.UNABLE_TO_VERIFY_LEAF_SIGNATURE': null
  'failures.UND_ERR_CONNECT_TIMEOUT': null
  'failures.UND_ERR_SOCKET': null
  'failures.bad_port': null
  'failures.broken_off': null
  'failures.other': { code: Value }
  'feed.calendar': null
  'feed.calendarHint': null
  'feed.create': null
  'feed.createFailed': { reason: Value }
  'feed.created': null
  'feed.lead': null
  'feed.none': null
  'feed.reallyReplace': null
  'feed.reallyRevoke': null
  'feed.replace': null
  'feed.revoke': null
  'feed.revokeFailed': { reason: Value }
  'feed.revoked': null
  'feed.rss': null
  'feed.rssHint': null
  'feed.since': { time: Value }
  'feed.title': null
  'fileCauses.colon_expected': { column: Value; line: Value }
  'fileCauses.comma_expected': { close: Value; column: Value; line: Value }
  'fileCauses.empty': null
  'fileCauses.ends_too_early': { column: Value; line: Value }
  'fileCauses.escape_expected': { column: Value; line: Value }
  'fileCauses.forbidden': { user: Value }
  'fileCauses.line_end': { column: Value; line: Value }
  'fileCauses.missing': null
  'fileCauses.more_behind': { column: Value; line: Value }
  'fileCauses.name_expected': { column: Value; line: Value }
  'fileCauses.nested_too_deeply': { line: Value }
  'fileCauses.not_a_file': null
  'fileCauses.not_an_object': null
  'fileCauses.not_of_indexers': { known: Value }
  'fileCauses.not_settings': { indexer: Value; line: Value }
  'fileCauses.not_text': null
  'fileCauses.other': { text: Value }
  'fileCauses.setting': { indexer: Value; issue: Value; line: Value; setting: Value }
  'fileCauses.settings_together': { indexer: Value; issue: Value; setting: Value }
  'fileCauses.too_large': null
  'fileCauses.unknown_indexer': { known: Value; line: Value }
  'fileCauses.unknown_setting': { indexer: Value; line: Value }
  'fileCauses.unreadable': { failure: Value }
  'fileCauses.value_expected': { column: Value; line: Value }
  'follow.changeFailed': { name: Value; reason: Value }
  'follow.failed': { name: Value; reason: Value }
  'follow.follow': null
  'follow.followNamed': { name: Value }
  'follow.followed': { name: Value }
  'follow.reallyUnfollow': null
  'follow.requests': null
  'follow.requestsOff': { name: Value }
  'follow.requestsOn': { name: Value }
  'follow.unfollow': null
  'follow.unfollowFailed': { name: Value; reason: Value }
  'follow.unfollowNamed': { name: Value }
  'follow.unfollowed': { name: Value }
  'follows.emptyText': null
  'follows.emptyTitle': null
  'follows.lead': null
  'follows.loading': null
  'follows.pages': null
  'follows.since': { date: Value }
  'found.not_a_list': null
  'found.not_json': null
  'found.status': { status: Value }
  'found.status_alone': { service: Value; status: Value }
  'found.too_long': null
  'found.unreadable_list': { reason: Value }
  'found.web_page': null
  'handMade.author': null
  'handMade.date': null
  'handMade.dateHint': null
  'handMade.editTitle': null
  'handMade.failed': null
  'handMade.info': null
  'handMade.lead': null
  'handMade.narrator': null
  'handMade.newTitle': null
  'handMade.requested': { title: Value }
  'handMade.save': null
  'handMade.saved': { title: Value }
  'handMade.several': null
  'handMade.submit': null
  'handMade.subtitle': null
  'handMade.title': null
  'inbox.announced': { date: Value }
  'inbox.announcedUndated': null
  'inbox.because': { name: Value }
  'inbox.emptyAction': null
  'inbox.emptyText': null
  'inbox.emptyTitle': null
  'inbox.lead': null
  'inbox.loading': null
  'inbox.outcomes.already_available': null
  'inbox.outcomes.already_requested': null
  'inbox.outcomes.declined_for_good': null
  'inbox.outcomes.failed': null
  'inbox.outcomes.not_in_region': null
  'inbox.outcomes.quota_exceeded': null
  'inbox.outcomes.requested': null
  'inbox.pages': null
  'inbox.read': null
  'inbox.readAll': null
  'inbox.readFailed': { reason: Value }
  'inbox.readNamed': { title: Value }
  'inbox.released': null
  'inbox.unread': null
  'indexers.choice.all': null
  'indexers.choice.failed': { reason: Value }
  'indexers.choice.gone': null
  'indexers.choice.hint': null
  'indexers.choice.hintAll': null
  'indexers.choice.loading': null
  'indexers.choice.none': null
  'indexers.choice.number': { id: Value }
  'indexers.choice.off': null
  'indexers.enabled': { name: Value }
  'indexers.failed.save': { name: Value }
  'indexers.failed.switch': { name: Value }
  'indexers.failed.test': { name: Value }
  'indexers.file.clear': null
  'indexers.file.cleared': null
  'indexers.file.example': null
  'indexers.file.exampleHint': null
  'indexers.file.failed': null
  'indexers.file.lead': null
  'indexers.file.neverRead': null
  'indexers.file.none': null
  'indexers.file.path': null
  'indexers.file.pathHint': null
  'indexers.file.pathPlaceholder': null
  'indexers.file.read': { time: Value }
  'indexers.file.reallyClear': null
  'indexers.file.refused': null
  'indexers.file.save': null
  'indexers.file.saved': null
  'indexers.file.title': null
  'indexers.findings.answered_with_error': null
  'indexers.findings.incomplete': null
  'indexers.findings.no_download_client': null
  'indexers.findings.no_indexers': null
  'indexers.findings.no_library': null
  'indexers.findings.not_the_api': null
  'indexers.findings.ok': null
  'indexers.findings.timed_out': null
  'indexers.findings.unreachable': null
  'indexers.findings.wrong_key': null
  'indexers.lead': null
  'indexers.leads.myanonamouse': null
  'indexers.leads.prowlarr': null
  'indexers.loading': null
  'indexers.located': { address: Value; name: Value }
  'indexers.needed': { label: Value }
  'indexers.saveOf': { name: Value }
  'indexers.saved': { name: Value }
  'indexers.savedOff': { name: Value }
  'indexers.test': null
  'indexers.testOf': { name: Value }
  'indexers.testing': { name: Value }
  'indexers.turnedOff': { name: Value }
  'indexers.turnedOn': { name: Value }
  'indexers.use': null
  'indexers.useLocated': { address: Value }
  'init.admin': null
  'init.adminNote': null
  'init.alreadyDone': null
  'init.basic': null
  'init.basicText': null
  'init.confirm': null
  'init.failed': null
  'init.forced': null
  'init.forms': null
  'init.formsText': null
  'init.lead': null
  'init.loginType': null
  'init.none': null
  'init.noneText': null
  'init.noneWarning': null
  'init.password': null
  'init.submit': null
  'init.title': null
  'init.toLogin': null
  'init.username': null
  'invitations.by': { name: Value }
  'invitations.ends': { time: Value }
  'invitations.form.another': null
  'invitations.form.days': { n: number }
  'invitations.form.description': null
  'invitations.form.failed': null
  'invitations.form.lasts': null
  'invitations.form.link': null
  'invitations.form.linkHint': null
  'invitations.form.submit': null
  'invitations.form.title': null
  'invitations.invite': null
  'invitations.lead': null
  'invitations.pages': null
  'invitations.passwordOf': { name: Value }
  'invitations.question': null
  'invitations.reset': null
  'invitations.resetHint': { n: Value }
  'invitations.revoke': null
  'invitations.revokeFailed': { reason: Value }
  'invitations.revokeOf': { what: Value }
  'invitations.revoked': null
  'invitations.title': null
  'invite.already': { name: Value }
  'invite.alreadyOther': { name: Value; other: Value }
  'invite.closed': null
  'invite.confirm': null
  'invite.done': { name: Value }
  'invite.failed': null
  'invite.lead': { server: Value }
  'invite.loading': null
  'invite.passwordLead': { name: Value }
  'invite.passwordSubmit': null
  'invite.passwordTitle': null
  'invite.submit': null
  'invite.taken': null
  'invite.title': null
  'invite.toLogin': null
  'issues.account_changed': null
  'issues.address_not_encrypted': null
  'issues.address_with_credentials': null
  'issues.address_with_query': null
  'issues.being_changed': null
  'issues.claim_missing': { name: Value }
  'issues.claim_not_text': { name: Value }
  'issues.claims_not_listed': null
  'issues.client_refused': { text: Value }
  'issues.code_refused': { text: Value }
  'issues.colon_under_basic': null
  'issues.control_characters': null
  'issues.dots_only': null
  'issues.endpoint_missing': { name: Value }
  'issues.endpoint_no_address': { address: Value; name: Value }
  'issues.endpoint_not_encrypted': { name: Value }
  'issues.endpoint_unreadable': null
  'issues.enter_again': null
  'issues.enter_again_for_kind': null
  'issues.header_reserved': null
  'issues.header_twice': null
  'issues.hidden_parts': null
  'issues.in_the_past': null
  'issues.invalid': null
  'issues.invisible_characters': null
  'issues.listed_twice': null
  'issues.loose_accents': null
  'issues.method_not_supported': { listed: Value; method: Value }
  'issues.methods_not_listed': null
  'issues.mixed_alphabets': null
  'issues.needs_https': null
  'issues.needs_topic': null
  'issues.nested_too_deeply': { maximum: Value }
  'issues.no_category_row': null
  'issues.no_code_response': { listed: Value }
  'issues.no_condition': null
  'issues.no_events': null
  'issues.no_names': null
  'issues.no_openid_scope': null
  'issues.no_password_at_all': null
  'issues.no_push_keys': null
  'issues.not_a_boolean': null
  'issues.not_a_date': null
  'issues.not_a_header_name': null
  'issues.not_a_json_object': null
  'issues.not_a_key': null
  'issues.not_a_language': null
  'issues.not_a_list': null
  'issues.not_a_number': null
  'issues.not_a_provider': null
  'issues.not_a_value': null
  'issues.not_a_whole_number': null
  'issues.not_above': { limit: Value }
  'issues.not_an_absolute_path': null
  'issues.not_an_address': null
  'issues.not_an_asin': null
  'issues.not_an_object': null
  'issues.not_below': { limit: Value }
  'issues.not_headers': null
  'issues.not_json': { reason: Value }
  'issues.not_listed': { listed: Value; name: Value }
  'issues.not_numbers': null
  'issues.not_one_line': null
  'issues.not_one_of': { options: Value }
  'issues.not_public': null
  'issues.not_seconds': { maximum: Value; minimum: Value }
  'issues.not_set': null
  'issues.not_text': null
  'issues.not_the_cookie_alone': { name: Value }
  'issues.not_unicode': null
  'issues.nothing_to_keep': null
  'issues.other_issuer': { issuer: Value }
  'issues.own_host_unknown': null
  'issues.passage_over': null
  'issues.passwords_differ': null
  'issues.pkce_refused': { text: Value }
  'issues.provider_answers_status': { status: Value; step: Value }
  'issues.provider_fails': { step: Value; text: Value }
  'issues.provider_fails_sign_in': { text: Value }
  'issues.provider_form': { name: Value }
  'issues.provider_in_use': null
  'issues.provider_setting_missing': { name: Value }
  'issues.provider_too_long': { step: Value }
  'issues.provider_too_slow': { step: Value }
  'issues.provider_unreachable': { step: Value; text: Value }
  'issues.provider_unreadable': { step: Value; text: Value }
  'issues.provider_unreadable_status': { status: Value; step: Value }
  'issues.provider_unused': null
  'issues.range_reversed': null
  'issues.request_not_understood': { text: Value }
  'issues.required': null
  'issues.required_while_on': { indexer: Value }
  'issues.role_or_username': null
  'issues.roles_differ': null
  'issues.sign_in_refused': { text: Value }
  'issues.somebody_else': null
  'issues.step_refused': { step: Value; text: Value }
  'issues.taken': null
  'issues.takeover_forbidden': null
  'issues.takeover_over': null
  'issues.takes_no_token': { kind: Value }
  'issues.token_missing': null
  'issues.token_not_genuine': { text: Value }
  'issues.too_few': { minimum: number }
  'issues.too_large': { maximum: Value }
  'issues.too_long': { maximum: Value }
  'issues.too_many': { maximum: number }
  'issues.too_many_headers': { maximum: Value }
  'issues.too_short': { minimum: Value }
  'issues.too_small': { minimum: Value }
  'issues.unknown_field': null
  'issues.unknown_setting': { indexer: Value }
  'issues.unusual_spaces': null
  'issues.unverifiable_signatures': { listed: Value }
  'issues.user_changed': null
  'issues.username_unfit': { text: Value }
  'issues.wrong_body_type': { accepted: Value; kind: Value }
  'issues.wrong_type': { expected: Value }
  'keys.add': null
  'keys.created': { time: Value }
  'keys.empty': null
  'keys.enabled': { name: Value }
  'keys.expired': { time: Value }
  'keys.expires': { time: Value }
  'keys.form.days': { n: number }
  'keys.form.description': null
  'keys.form.done': null
  'keys.form.failed': null
  'keys.form.forEver': null
  'keys.form.header': null
  'keys.form.lasts': null
  'keys.form.name': null
  'keys.form.namePlaceholder': null
  'keys.form.nameTaken': null
  'keys.form.readOnly': null
  'keys.form.readOnlyHint': null
  'keys.form.submit': null
  'keys.form.title': null
  'keys.form.value': null
  'keys.form.valueHint': null
  'keys.form.year': null
  'keys.lead': null
  'keys.loading': null
  'keys.neverUsed': null
  'keys.off': null
  'keys.readOnly': null
  'keys.reallyRemove': null
  'keys.remove': null
  'keys.removeFailed': { name: Value; reason: Value }
  'keys.removeOf': { name: Value }
  'keys.removed': { name: Value }
  'keys.title': null
  'keys.toggleFailed': { name: Value; reason: Value }
  'keys.turnedOff': { name: Value }
  'keys.turnedOn': { name: Value }
  'keys.used': { time: Value }
  'libraryMatch.choose': null
  'libraryMatch.chooseOther': null
  'libraryMatch.done.is': { title: Value }
  'libraryMatch.done.is_not': { title: Value }
  'libraryMatch.done.undone': { title: Value }
  'libraryMatch.is': null
  'libraryMatch.isNot': null
  'libraryMatch.isNotOf': { item: Value }
  'libraryMatch.isOf': { item: Value }
  'libraryMatch.loading': null
  'libraryMatch.nothing': null
  'libraryMatch.nothingLikely': null
  'libraryMatch.open': null
  'libraryMatch.openOf': { item: Value }
  'libraryMatch.placeholder': null
  'libraryMatch.said.is': { who: Value }
  'libraryMatch.said.is_not': { who: Value }
  'libraryMatch.saidByYou.is': null
  'libraryMatch.saidByYou.is_not': null
  'libraryMatch.search': null
  'libraryMatch.text': { title: Value }
  'libraryMatch.title': null
  'libraryMatch.undo': null
  'libraryMatch.undoOf': { item: Value }
  'libraryMatch.why.corrected': null
  'libraryMatch.why.same_asin': null
  'libraryMatch.why.title_and_author': null
  'libraryMatch.why.title_author_and_length': null
  'libraryMatch.wrong': null
  'listPage.back': null
  'listPage.begun': null
  'listPage.books': { n: number }
  'listPage.byAuthor': { author: Value; title: Value }
  'listPage.byHand': null
  'listPage.changeFailed': { reason: Value }
  'listPage.choose': { title: Value }
  'listPage.confirm': null
  'listPage.confirmThis': { title: Value }
  'listPage.editions.abridged': null
  'listPage.editions.dramatised': null
  'listPage.failed': { reason: Value }
  'listPage.filter': null
  'listPage.form.choose': null
  'listPage.form.example': null
  'listPage.form.failed': null
  'listPage.form.file': null
  'listPage.form.hint': { most: Value }
  'listPage.form.noText': { name: Value }
  'listPage.form.read': null
  'listPage.form.removeFile': { name: Value }
  'listPage.form.submit': null
  'listPage.form.text': null
  'listPage.form.tooLong': null
  'listPage.hardcover.hint': null
  'listPage.hardcover.title': null
  'listPage.hardcover.token': null
  'listPage.kept': { when: Value }
  'listPage.lead': null
  'listPage.loading': null
  'listPage.matching': { done: Value; n: Value }
  'listPage.mayLeave': null
  'listPage.missingText': null
  'listPage.missingTitle': null
  'listPage.narrated': { names: Value }
  'listPage.none': null
  'listPage.others': null
  'listPage.own': null
  'listPage.pages': null
  'listPage.paused': { when: Value }
  'listPage.progress': null
  'listPage.reallyAll': { n: number }
  'listPage.reallyRemove': null
  'listPage.reallySome': { all: Value; n: number }
  'listPage.refused': { reason: Value }
  'listPage.remove': null
  'listPage.removeFailed': { reason: Value }
  'listPage.removed': null
  'listPage.request': { n: number }
  'listPage.requesting': { n: number }
  'listPage.search': null
  'listPage.selectAll': { n: number }
  'listPage.selectNone': null
  'listPage.sources.csv': null
  'listPage.sources.goodreads': null
  'listPage.sources.hardcover': null
  'listPage.sources.storygraph': null
  'listPage.sources.titles': null
  'listPage.standing.done': null
  'listPage.standing.matching': { n: number }
  'listPage.standing.paused': null
  'listPage.standing.ready': { n: number }
  'listPage.standing.requesting': { n: number }
  'listPage.states.check': null
  'listPage.states.in_library': null
  'listPage.states.nothing': null
  'listPage.states.requested': null
  'listPage.states.requesting': null
  'listPage.states.sure': null
  'listPage.states.waiting': null
  'listPage.tabs.all': null
  'listPage.tabs.check': null
  'listPage.tabs.in_library': null
  'listPage.tabs.nothing': null
  'listPage.tabs.refused': null
  'listPage.tabs.requested': null
  'listPage.tabs.sure': null
  'listPage.tabs.waiting': null
  'listPage.use': null
  'listPage.useThis': { title: Value }
  'lists.import': null
  'lists.title': null
  'live.connecting': null
  'live.live': null
  'live.offline': null
  'live.offlineBar': null
  'live.paused': null
  'live.reconnecting': null
  'login.basic': null
  'login.basicSubmit': null
  'login.insecure': null
  'login.insecureLink': { address: Value }
  'login.inviteTitle': null
  'login.lead': { server: Value }
  'login.password': null
  'login.slowDown': { time: Value }
  'login.submit': null
  'login.title': null
  'login.username': null
  'login.wrong': null
  'manage.approve': null
  'manage.approveOf': { name: Value }
  'manage.arrived': null
  'manage.arrivedHint': null
  'manage.auto': null
  'manage.confirmNo': null
  'manage.confirmYes': null
  'manage.decline': null
  'manage.declineNow': null
  'manage.declineOf': { name: Value }
  'manage.done.approve': { title: Value }
  'manage.done.arrived': { title: Value }
  'manage.done.auto': { title: Value }
  'manage.done.confirm': { title: Value }
  'manage.done.decline': { title: Value }
  'manage.done.downloaded': { title: Value }
  'manage.done.failed': { title: Value }
  'manage.done.retry': { title: Value }
  'manage.done.revert': { title: Value }
  'manage.done.stop': { title: Value }
  'manage.failed': { reason: Value; title: Value }
  'manage.markAvailable': null
  'manage.markFailed': null
  'manage.menu': null
  'manage.reallyFailed': null
  'manage.reallyRevert': null
  'manage.reallyStop': null
  'manage.reason': null
  'manage.reasonOptional': null
  'manage.releases': null
  'manage.requestAgain': null
  'manage.retry': null
  'manage.revert': null
  'manage.stop': null
  'manage.unconfirmedText': null
  'manage.unconfirmedTitle': null
  'nav.attention': null
  'nav.calendar': null
  'nav.discover': null
  'nav.follows': null
  'nav.home': null
  'nav.inbox': null
  'nav.main': null
  'nav.many': null
  'nav.pending': { n: number }
  'nav.requests': null
  'nav.search': null
  'nav.settings': null
  'nav.unread': { n: number }
  'noneWarning.text': null
  'notFound.action': null
  'notFound.text': null
  'notFound.title': null
  'notices.title': null
  'notices.trust_proxy': { variable: Value }
  'notices.untrusted_proxy': { address: Value }
  'notifications.edit': null
  'notifications.editOf': { name: Value }
  'notifications.enabled': { name: Value }
  'notifications.events.onAvailable': null
  'notifications.events.onFailedDownload': null
  'notifications.events.onNewBook': null
  'notifications.events.onNewRequest': null
  'notifications.events.onNotFound': null
  'notifications.events.onNotInLibrary': null
  'notifications.events.onRequestApproved': null
  'notifications.events.onRequestDeclined': null
  'notifications.events.onSuccessfulDownload': null
  'notifications.form.addHeader': null
  'notifications.form.answer': null
  'notifications.form.answered': { status: Value; time: Value }
  'notifications.form.asSent': null
  'notifications.form.badJson': null
  'notifications.form.body': null
  'notifications.form.bodyType': null
  'notifications.form.defaultBody': null
  'notifications.form.event': null
  'notifications.form.failed.save': null
  'notifications.form.failed.test': null
  'notifications.form.headerName': null
  'notifications.form.headerNameOf': { n: Value }
  'notifications.form.headerSet': null
  'notifications.form.headerValue': null
  'notifications.form.headerValueOf': { n: Value }
  'notifications.form.headers': null
  'notifications.form.headersHint': null
  'notifications.form.insert': null
  'notifications.form.json': null
  'notifications.form.kind': null
  'notifications.form.language': null
  'notifications.form.languageHint': null
  'notifications.form.languageOfPerson': null
  'notifications.form.languageOfServer': null
  'notifications.form.limit': { limits: Value }
  'notifications.form.limits.bytes': { max: Value }
  'notifications.form.limits.characters': { max: Value }
  'notifications.form.loading': null
  'notifications.form.maskedHint': null
  'notifications.form.message': null
  'notifications.form.name': null
  'notifications.form.namePlaceholder': null
  'notifications.form.noAnswer': null
  'notifications.form.openHeadersHint': { names: Value }
  'notifications.form.optionalToken': null
  'notifications.form.partLimits.bytes': { max: Value; part: Value }
  'notifications.form.partLimits.characters': { max: Value; part: Value }
  'notifications.form.preview': null
  'notifications.form.previewFailed': null
  'notifications.form.previewOutdated': null
  'notifications.form.publicHint': null
  'notifications.form.removeHeader': { name: Value }
  'notifications.form.sample': null
  'notifications.form.sent': null
  'notifications.form.shortened': { parts: Value }
  'notifications.form.test': null
  'notifications.form.testDelivered': null
  'notifications.form.testNotDelivered': null
  'notifications.form.testing': null
  'notifications.form.text': null
  'notifications.form.token': null
  'notifications.form.unknown': { names: Value }
  'notifications.form.url': null
  'notifications.form.variables': null
  'notifications.form.wholeMessage': null
  'notifications.form.wouldFail': null
  'notifications.kinds.apprise.name': null
  'notifications.kinds.apprise.text': null
  'notifications.kinds.apprise.urlHint': null
  'notifications.kinds.custom.name': null
  'notifications.kinds.custom.text': null
  'notifications.kinds.custom.urlHint': null
  'notifications.kinds.discord.name': null
  'notifications.kinds.discord.text': null
  'notifications.kinds.discord.urlHint': null
  'notifications.kinds.gotify.name': null
  'notifications.kinds.gotify.text': null
  'notifications.kinds.gotify.urlHint': null
  'notifications.kinds.ntfy.name': null
  'notifications.kinds.ntfy.text': null
  'notifications.kinds.ntfy.urlHint': null
  'notifications.kinds.web_push.name': null
  'notifications.kinds.web_push.text': null
  'notifications.kinds.web_push.urlHint': null
  'notifications.lead': null
  'notifications.reallyRemove': null
  'notifications.remove': null
  'notifications.removeFailed': { name: Value; reason: Value }
  'notifications.removeOf': { name: Value }
  'notifications.removed': { name: Value }
  'notifications.saved': { name: Value }
  'notifications.title': null
  'notifications.toggleFailed': { name: Value; reason: Value }
  'notifications.tokenHints.apprise': null
  'notifications.tokenHints.custom': null
  'notifications.tokenHints.discord': null
  'notifications.tokenHints.gotify': null
  'notifications.tokenHints.ntfy': null
  'notifications.tokenHints.web_push': null
  'notifications.turnedOff': { name: Value }
  'notifications.turnedOn': { name: Value }
  'outdated.ready': null
  'outdated.text': null
  'outdated.title': null
  'ownAccount.changePassword': null
  'ownAccount.confirmPassword': null
  'ownAccount.language': null
  'ownAccount.languageFailed': { reason: Value }
  'ownAccount.languageHint': null
  'ownAccount.languageOfBrowser': null
  'ownAccount.lead': { name: Value }
  'ownAccount.loading': null
  'ownAccount.looks': null
  'ownAccount.looksLead': null
  'ownAccount.newPassword': null
  'ownAccount.oldPassword': null
  'ownAccount.password': null
  'ownAccount.passwordChanged': null
  'ownAccount.passwordFailed': null
  'ownAccount.passwordLead': null
  'ownAccount.quota': { n: number; requests: Value }
  'ownAccount.region': null
  'ownAccount.regionDefault': { region: Value }
  'ownAccount.regionFailed': { reason: Value }
  'ownAccount.regionHint': null
  'ownAccount.regionSaved': { region: Value }
  'ownAccount.revokeKeys': { n: number }
  'ownAccount.revokeKeysHint': null
  'ownAccount.theme': null
  'ownAccount.themes.dark': null
  'ownAccount.themes.light': null
  'ownAccount.themes.system': null
  'ownAccount.title': null
  'ownAccount.unlimited': null
  'ownAccount.wrongPassword': null
  'ownTargets.lead': null
  'ownTargets.off': null
  'ownTargets.offEmpty': null
  'ownTargets.title': null
  'people.author': null
  'people.narrator': null
  'personPage.allRequested': null
  'personPage.emptyText': { region: Value }
  'personPage.emptyTitle': null
  'personPage.end': null
  'personPage.found': { n: number }
  'personPage.loading': null
  'personPage.showAll': null
  'personPage.sort': null
  'personPage.sorts.newest': null
  'personPage.sorts.oldest': null
  'personPage.sorts.popular': null
  'personPage.sorts.title': null
  'personPage.unrequested': null
  'personal.allowed': null
  'personal.allowedHint': null
  'personal.failed': { reason: Value }
  'personal.lead': null
  'personal.loading': null
  'personal.privateAddresses': null
  'personal.privateHint': null
  'personal.risk': null
  'personal.saved': null
  'personal.title': null
  'problem.catalogue_failed.text': null
  'problem.catalogue_failed.title': null
  'problem.catalogue_not_its_api.text': null
  'problem.catalogue_not_its_api.title': null
  'problem.catalogue_timeout.text': null
  'problem.catalogue_timeout.title': null
  'problem.catalogue_unreachable.text': null
  'problem.catalogue_unreachable.title': null
  'problem.no_connection.text': null
  'problem.no_connection.title': null
  'problem.other.text': null
  'problem.other.title': null
  'problem.unexpected_answer.text': null
  'problem.unexpected_answer.title': null
  'problems.already_available': null
  'problems.already_grabbed': { title: Value }
  'problems.already_initialised': null
  'problems.already_requested': null
  'problems.already_written_down': null
  'problems.api_key_name_taken': null
  'problems.approved_as_written': null
  'problems.bad_address': null
  'problems.bad_host.two': null
  'problems.bad_host.unreadable': null
  'problems.bad_request.not_http': null
  'problems.bad_request.unclear': null
  'problems.beyond_api_key.expires': null
  'problems.beyond_api_key.key': null
  'problems.body_incomplete': null
  'problems.body_too_large.bytes': { limit: Value }
  'problems.body_too_large.chunks': null
  'problems.cannot_delete_self': null
  'problems.catalogue_failed.failed': { status: Value }
  'problems.catalogue_failed.refused': { status: Value }
  'problems.catalogue_failed.too_many': null
  'problems.catalogue_not_its_api.form': null
  'problems.catalogue_not_its_api.no_search': null
  'problems.catalogue_not_its_api.not_json': null
  'problems.catalogue_not_its_api.redirect': { status: Value }
  'problems.catalogue_not_its_api.too_long': null
  'problems.catalogue_timeout': null
  'problems.catalogue_unreachable': null
  'problems.connection_name_taken': { name: Value }
  'problems.cross_site.named': { own: Value; sender: Value }
  'problems.cross_site.unnamed': { own: Value }
  'problems.database_unavailable': null
  'problems.declined_for_good.explained': { reason: Value }
  'problems.declined_for_good.unexplained': null
  'problems.delivery_under_way': null
  'problems.gone_meanwhile': null
  'problems.grab_under_way.any': null
  'problems.grab_under_way.sending': { title: Value }
  'problems.grab_under_way.unconfirmed': { title: Value }
  'problems.hardcover_failed.failed': { status: Value }
  'problems.hardcover_failed.not_its_api': null
  'problems.hardcover_failed.timeout': null
  'problems.hardcover_failed.too_many': null
  'problems.hardcover_failed.unreachable': null
  'problems.hardcover_refused': null
  'problems.headers_too_large': null
  'problems.in_library': { link: Value; title: Value }
  'problems.internal': null
  'problems.invalid_api_key': null
  'problems.invalid_json.encoding': null
  'problems.invalid_json.nesting': null
  'problems.invalid_json.syntax': null
  'problems.list_too_long': { most: Value }
  'problems.list_without_books.all_read': { n: number }
  'problems.list_without_books.broken': null
  'problems.list_without_books.empty_shelf': null
  'problems.list_without_books.nothing': null
  'problems.login_type_forced.first': { login_type: Value }
  'problems.login_type_forced.settings': { login_type: Value }
  'problems.method_not_allowed': { methods: Value }
  'problems.missing_role': { role: Value }
  'problems.needs_https': { address: Value }
  'problems.no_login_form.changed': null
  'problems.no_login_form.login_type': { login_type: Value }
  'problems.no_login_form.not_set_up': null
  'problems.no_password': null
  'problems.no_passwords_here': null
  'problems.no_releases_kept': null
  'problems.no_sample': null
  'problems.no_such_list': null
  'problems.no_such_list_entry.alternative': { asin: Value; number: Value }
  'problems.no_such_list_entry.number': { number: Value }
  'problems.no_such_series': { asin: Value; region: Value }
  'problems.not_approved': null
  'problems.not_found.nothing': null
  'problems.not_found.outside': { base: Value }
  'problems.not_in_region.anywhere': { asin: Value; region: Value }
  'problems.not_in_region.catalogue': { asin: Value; region: Value }
  'problems.not_possible_now.confirmed': null
  'problems.not_possible_now.grabbed': null
  'problems.not_possible_now.no_download': null
  'problems.not_possible_now.not_grabbed': null
  'problems.not_possible_now.not_searched': null
  'problems.not_possible_now.not_waiting': null
  'problems.not_possible_now.nothing_to_confirm': null
  'problems.not_possible_now.nothing_to_revert': null
  'problems.not_possible_now.stopped': null
  'problems.not_released': { date: Value }
  'problems.not_requested.declined': null
  'problems.not_requested.hand_made': { id: Value }
  'problems.not_requested.nobody': null
  'problems.not_requested.not_by': { username: Value }
  'problems.not_requested.not_by_you': null
  'problems.not_requested.nothing': null
  'problems.not_requested.withdrawn': null
  'problems.not_signed_in': null
  'problems.not_started': null
  'problems.nothing_to_decide': { title: Value }
  'problems.oidc_no_takeover': null
  'problems.personal_notifications_off': null
  'problems.prefix_stripped': { base: Value; prefix: Value }
  'problems.quota_exceeded': { days: number; limit: Value; next_at: Value }
  'problems.read_only_key': null
  'problems.release_unknown': null
  'problems.request_timeout': null
  'problems.root_is_fixed.deletion': null
  'problems.root_is_fixed.password': null
  'problems.root_is_fixed.role': null
  'problems.root_username_has_colon': null
  'problems.sample_failed': null
  'problems.search_unknown': null
  'problems.sign_in_busy': null
  'problems.storage_full': null
  'problems.storage_read_only': null
  'problems.target_name_taken': { name: Value }
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
  'problems.unknown_api_key.any': null
  'problems.unknown_api_key.own': null
  'problems.unknown_connection': null
  'problems.unknown_delivery': null
  'problems.unknown_feed': null
  'problems.unknown_follow': null
  'problems.unknown_host.another': { name: Value }
  'problems.unknown_host.first': { name: Value }
  'problems.unknown_indexer': { known: Value }
  'problems.unknown_invitation': null
  'problems.unknown_library_item': null
  'problems.unknown_session': null
  'problems.unknown_target': null
  'problems.unknown_user.gone': null
  'problems.unknown_user.self': null
  'problems.unknown_user.unknown': null
  'problems.username_taken': null
  'problems.wishes_too_late': null
  'problems.wrong_credentials.administrator': null
  'problems.wrong_credentials.changed': null
  'problems.wrong_credentials.pair': null
  'problems.wrong_password': null
  'problems.wrong_root_credentials.login_type': null
  'problems.wrong_root_credentials.provider': null
  'provider.again': null
  'provider.backup': null
  'provider.backupLead': null
  'provider.backupTitle': null
  'provider.errors.oidc_client_refused.text': null
  'provider.errors.oidc_client_refused.title': null
  'provider.errors.oidc_code_invalid.text': null
  'provider.errors.oidc_code_invalid.title': null
  'provider.errors.oidc_denied.text': null
  'provider.errors.oidc_denied.title': null
  'provider.errors.oidc_misconfigured.text': null
  'provider.errors.oidc_misconfigured.title': null
  'provider.errors.oidc_name_taken.text': null
  'provider.errors.oidc_name_taken.title': null
  'provider.errors.oidc_no_username.text': null
  'provider.errors.oidc_no_username.title': null
  'provider.errors.oidc_not_configured.text': null
  'provider.errors.oidc_not_configured.title': null
  'provider.errors.oidc_off.text': null
  'provider.errors.oidc_off.title': null
  'provider.errors.oidc_pkce_refused.text': null
  'provider.errors.oidc_pkce_refused.title': null
  'provider.errors.oidc_reset_root.text': null
  'provider.errors.oidc_reset_root.title': null
  'provider.errors.oidc_state.text': null
  'provider.errors.oidc_state.title': null
  'provider.errors.oidc_token_invalid.text': null
  'provider.errors.oidc_token_invalid.title': null
  'provider.errors.oidc_unreachable.text': null
  'provider.errors.oidc_unreachable.title': null
  'provider.errors.oidc_username_unfit.text': null
  'provider.errors.oidc_username_unfit.title': null
  'provider.errors.other.text': null
  'provider.errors.other.title': null
  'provider.lead': null
  'provider.steps.configuration': null
  'provider.steps.token': null
  'provider.steps.user_info': null
  'provider.submit': null
  'provider.takeoverCancel': null
  'provider.takeoverLead': { name: Value }
  'provider.takeoverLeadUnnamed': null
  'provider.takeoverOver': null
  'provider.takeoverRootPassword': null
  'provider.takeoverRootText': null
  'provider.takeoverRootWrong': null
  'provider.takeoverSubmit': null
  'provider.takeoverText': null
  'provider.takeoverTitle': null
  'provider.takeoverWrong': null
  'provider.toProvider': null
  'push.deviceName': { system: Value; time: Value }
  'push.obstacles.denied': null
  'push.obstacles.insecure': null
  'push.obstacles.install': null
  'push.obstacles.unsupported': null
  'push.refused': null
  'push.text': null
  'push.title': null
  'quota.left': { left: Value; limit: Value }
  'quota.leftUntil': { left: Value; limit: Value; when: Value }
  'quota.none': { when: Value }
  'quotaForm.days': null
  'quotaForm.kinds.limited': null
  'quotaForm.kinds.role': null
  'quotaForm.kinds.unlimited': null
  'quotaForm.label': null
  'quotaForm.requests': null
  'reasons.abridged': null
  'reasons.age': { days: number }
  'reasons.author_differs': { author: Value }
  'reasons.author_matches': { author: Value }
  'reasons.author_unknown': null
  'reasons.bitrate_in_range': { kbits: Value }
  'reasons.bitrate_out_of_range': { from: Value; kbits: Value; to: Value }
  'reasons.blocked': null
  'reasons.derived_work': { word: Value }
  'reasons.dramatised': null
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
  'reasons.not_corroborated': null
  'reasons.number_only': null
  'reasons.pack_contains_book': { range: Value }
  'reasons.pack_not_allowed': { range: Value }
  'reasons.part_only': { part: Value }
  'reasons.runtime_differs': { minutes: Value }
  'reasons.runtime_fits': { minutes: Value }
  'reasons.seeders': { seeders: number }
  'reasons.series_matches': { series: Value }
  'reasons.size_impossible': { kbits: Value }
  'reasons.size_unknown': null
  'reasons.title_differs': { found: Value }
  'reasons.title_matches': { percent: Value }
  'reasons.title_weighed': { meaning: Value }
  'reasons.unabridged': null
  'reasons.vip_only': null
  'reasons.volume_differs': { volume: Value }
  'reasons.volume_matches': { volume: Value }
  'reasons.wish_differs': { found: Value; wanted: Value }
  'reasons.wish_matches': { wanted: Value }
  'reasons.wish_unstated': { wanted: Value }
  'reasons.words_weighed': { meaning: Value; words: Value }
  'recommendations.author': { author: Value }
  'recommendations.bestseller': null
  'recommendations.category_bestseller': { category: Value }
  'recommendations.narrator': { narrator: Value }
  'recommendations.new_release': null
  'recommendations.next_in_series': { series: Value }
  'recommendations.similar': { title: Value }
  'regions.au': null
  'regions.br': null
  'regions.ca': null
  'regions.de': null
  'regions.es': null
  'regions.fr': null
  'regions.in': null
  'regions.it': null
  'regions.jp': null
  'regions.uk': null
  'regions.us': null
  'releases.acceptable': null
  'releases.anotherBook': null
  'releases.answered': { n: number; name: Value }
  'releases.asking': { name: Value }
  'releases.back': null
  'releases.best': null
  'releases.bestOne': null
  'releases.block': null
  'releases.blocked': { release: Value }
  'releases.columns.actions': null
  'releases.columns.age': null
  'releases.columns.indexer': null
  'releases.columns.score': null
  'releases.columns.seeders': null
  'releases.columns.size': null
  'releases.columns.title': null
  'releases.configure': null
  'releases.consideration': null
  'releases.considerations.age': null
  'releases.considerations.fit': null
  'releases.considerations.flags': null
  'releases.considerations.format': null
  'releases.considerations.indexer': null
  'releases.considerations.match': null
  'releases.considerations.narrator': null
  'releases.considerations.seeders': null
  'releases.details': null
  'releases.emptyText': null
  'releases.emptyTitle': null
  'releases.exportJudged': null
  'releases.failed': { reason: Value }
  'releases.grab': null
  'releases.grabAnyway': null
  'releases.grabOf': { release: Value }
  'releases.grabRejected': null
  'releases.grabbed': { release: Value }
  'releases.grabs': { n: number }
  'releases.history': null
  'releases.historyItem': { accepted: Value; found: Value; time: Value }
  'releases.indexerFailed': { name: Value; reason: Value }
  'releases.isAnotherBook': { release: Value }
  'releases.isBlocked': null
  'releases.loading': null
  'releases.menuOf': { release: Value }
  'releases.more': null
  'releases.newest': null
  'releases.noAcceptable': null
  'releases.notConfigured': null
  'releases.notSearchedText': null
  'releases.notSearchedTitle': null
  'releases.nothing': { name: Value }
  'releases.otherAudio': null
  'releases.progress': { done: Value; n: number }
  'releases.readAs': { name: Value }
  'releases.rejected': { n: number }
  'releases.rejectedReleases': null
  'releases.saidBy.another_book': { who: Value }
  'releases.saidBy.right': { who: Value }
  'releases.saidBy.unwanted': { who: Value }
  'releases.saidByYou.another_book': null
  'releases.saidByYou.right': null
  'releases.saidByYou.unwanted': null
  'releases.score': { n: Value }
  'releases.scoreLead': null
  'releases.search': null
  'releases.searchedAt': { time: Value }
  'releases.seeders': { n: number }
  'releases.standing.age': null
  'releases.standing.best': null
  'releases.standing.by_hand': null
  'releases.standing.equal': null
  'releases.standing.fit': null
  'releases.standing.flags': null
  'releases.standing.format': null
  'releases.standing.indexer': null
  'releases.standing.match': null
  'releases.standing.narrator': null
  'releases.standing.rejected': null
  'releases.standing.seeders': null
  'releases.standing.spent': null
  'releases.state.grabbed': null
  'releases.state.rejected': null
  'releases.state.reverted': null
  'releases.state.sending': null
  'releases.state.unconfirmed': null
  'releases.sum': null
  'releases.thisOne': null
  'releases.title': null
  'releases.titleOf': { title: Value }
  'releases.torrent': null
  'releases.unblock': null
  'releases.unblocked': { release: Value }
  'releases.uncertainHint': null
  'releases.undo': null
  'releases.unknownFormat': null
  'releases.unproven': null
  'releases.unprovenHint': null
  'releases.usenet': null
  'releases.why': null
  'releases.withdrawn': { release: Value }
  'request.anyway': null
  'request.approveOf': { title: Value }
  'request.ask': null
  'request.askAgain': null
  'request.askAgainFor': { title: Value }
  'request.askFor': { title: Value }
  'request.asked': null
  'request.byHand': null
  'request.declineOf': { title: Value }
  'request.done': { title: Value }
  'request.failed': { reason: Value; title: Value }
  'request.inLibraryText': { title: Value }
  'request.inLibraryTitle': null
  'request.join': null
  'request.joinFor': { title: Value }
  'request.keep': null
  'request.reallyWithdraw': null
  'request.reallyWithdrawAll': { n: number }
  'request.withWishes': { title: Value }
  'request.withdraw': null
  'request.withdrawFailed': { reason: Value; title: Value }
  'request.withdrawOf': { title: Value }
  'request.withdrawn': { title: Value }
  'requestSettings.addRule': null
  'requestSettings.anyLanguage': null
  'requestSettings.approval': null
  'requestSettings.approvalLead': null
  'requestSettings.approveRole.trusted': null
  'requestSettings.approveRole.untrusted': null
  'requestSettings.failed': null
  'requestSettings.lead': null
  'requestSettings.loading': null
  'requestSettings.maxHours': null
  'requestSettings.maxHoursHint': null
  'requestSettings.quotas': null
  'requestSettings.quotasLead': null
  'requestSettings.released': null
  'requestSettings.removeRule': { name: Value }
  'requestSettings.roles.trusted': null
  'requestSettings.roles.untrusted': null
  'requestSettings.rule': { n: Value }
  'requestSettings.ruleName': null
  'requestSettings.ruleNameHint': null
  'requestSettings.rules': null
  'requestSettings.rulesLead': null
  'requestSettings.saved': null
  'requestSettings.unabridged': null
  'requestState.approved': null
  'requestState.declined': null
  'requestState.declinedFor': { reason: Value }
  'requestState.pending': null
  'requests.all': null
  'requests.andMore': { n: number; name: Value }
  'requests.ascending': null
  'requests.byHand': null
  'requests.choose': { title: Value }
  'requests.chooseAll': null
  'requests.columns.actions': null
  'requests.columns.book': null
  'requests.columns.status': null
  'requests.columns.when': null
  'requests.columns.who': null
  'requests.descending': null
  'requests.emptyAction': null
  'requests.emptyText': null
  'requests.emptyTitle': null
  'requests.everybody': null
  'requests.export': null
  'requests.lead': null
  'requests.leadAdmin': null
  'requests.menuOf': { title: Value }
  'requests.more': null
  'requests.next': null
  'requests.noMatchAction': null
  'requests.noMatchText': null
  'requests.noMatchTitle': null
  'requests.ownWaitsBesides': null
  'requests.pages': null
  'requests.person': null
  'requests.placeholder': null
  'requests.previous': null
  'requests.range': { from: number; to: number; total: number }
  'requests.search': null
  'requests.sort': null
  'requests.sorts.author': null
  'requests.sorts.date': null
  'requests.sorts.release': null
  'requests.sorts.requesters': null
  'requests.sorts.title': null
  'requests.tabs': null
  'requests.title': null
  'requests.waitingBesides': { n: number }
  'requests.you': null
  'sample.again': { title: Value }
  'sample.failed': null
  'sample.play': { title: Value }
  'sample.stop': { title: Value }
  'search.about': { n: number }
  'search.allHidden': null
  'search.allOfRegion': null
  'search.allRequests': null
  'search.anyLanguage': null
  'search.anyLength': null
  'search.anyNarrator': null
  'search.asWords': { q: Value }
  'search.byHand': null
  'search.byTitle': null
  'search.clearFilters': null
  'search.corrected': { words: Value }
  'search.cutOff': null
  'search.earlierText': { reason: Value }
  'search.earlierTitle': null
  'search.emptyText': null
  'search.emptyTitle': { q: Value }
  'search.end': null
  'search.filters': null
  'search.filtersOn': { count: Value }
  'search.firstText': null
  'search.forgetRecent': null
  'search.found': { n: number }
  'search.label': null
  'search.language': null
  'search.latest': null
  'search.length': null
  'search.lengths.long': null
  'search.lengths.medium': null
  'search.lengths.short': null
  'search.linkText': null
  'search.linkTitle': null
  'search.loading': null
  'search.more': null
  'search.moreFailed': null
  'search.moreOfRegion': { n: number }
  'search.narrator': null
  'search.noneInRegion': null
  'search.numberText': { region: Value }
  'search.numberTitle': { q: Value }
  'search.otherRegions': null
  'search.placeholder': null
  'search.recent': null
  'search.region': null
  'search.resultsFor': { q: Value }
  'search.shown': { n: number; shown: number }
  'search.sort': null
  'search.sorts.longest': null
  'search.sorts.newest': null
  'search.sorts.relevance': null
  'search.sorts.shortest': null
  'search.sorts.title': null
  'search.startText': null
  'search.startTitle': null
  'search.suggestionCount': { n: number }
  'search.suggestions': null
  'search.title': null
  'search.total': { n: number }
  'search.unabridgedOnly': null
  'search.uncorrected': null
  'search.unrequestedOnly': null
  'searchIssue.action': null
  'searchIssue.address': null
  'searchIssue.both': null
  'searchIssue.key': null
  'searchIssue.member': null
  'searchIssue.off': null
  'searchIssue.title': null
  'secret.clearOf': { label: Value }
  'secret.cleared': null
  'secret.keep': { label: Value }
  'secret.replace': null
  'secret.replaceOf': { label: Value }
  'secret.set': null
  'secret.undo': null
  'secret.undoOf': { label: Value }
  'security.lead': null
  'security.loading': null
  'security.oidc.addressUnknown': { variable: Value }
  'security.oidc.authMethod': null
  'security.oidc.check.again': null
  'security.oidc.check.asking': null
  'security.oidc.check.bad': null
  'security.oidc.check.claims': null
  'security.oidc.check.empty': null
  'security.oidc.check.failed': { reason: Value }
  'security.oidc.check.good': null
  'security.oidc.check.issuer': null
  'security.oidc.check.methods': null
  'security.oidc.check.problems': null
  'security.oidc.check.scopes': null
  'security.oidc.check.seen': null
  'security.oidc.check.title': null
  'security.oidc.check.unlisted': null
  'security.oidc.check.unreachable': null
  'security.oidc.check.warned': null
  'security.oidc.check.warnings': null
  'security.oidc.clientId': null
  'security.oidc.clientSecret': null
  'security.oidc.confirm': null
  'security.oidc.endpoint': null
  'security.oidc.endpointHint': null
  'security.oidc.failed': null
  'security.oidc.groupClaim': null
  'security.oidc.groupClaimHint': null
  'security.oidc.lead': null
  'security.oidc.logoutRedirectUrl': null
  'security.oidc.logoutUrl': null
  'security.oidc.logoutUrlHint': null
  'security.oidc.methods.client_secret_basic': null
  'security.oidc.methods.client_secret_post': null
  'security.oidc.redirectScheme': null
  'security.oidc.redirectUrl': null
  'security.oidc.register': null
  'security.oidc.schemes.auto': null
  'security.oidc.schemes.http': null
  'security.oidc.schemes.https': null
  'security.oidc.scope': null
  'security.oidc.scopeHint': null
  'security.oidc.secretHint': null
  'security.oidc.secretSet': null
  'security.oidc.settings': null
  'security.oidc.submit': null
  'security.oidc.takeover': null
  'security.oidc.takeoverHint': null
  'security.oidc.takeoverRisk': null
  'security.oidc.title': null
  'security.oidc.usernameClaim': null
  'security.oidc.usernameClaimHint': null
  'security.rules.failed': null
  'security.rules.minPassword': null
  'security.rules.minPasswordHint': null
  'security.rules.sessionLength': null
  'security.rules.sessionLengthHint': null
  'security.rules.shortWarning': null
  'security.rules.submit': null
  'security.rules.title': null
  'security.saved': null
  'security.sessions.done': null
  'security.sessions.doneWithKeys': null
  'security.sessions.failed': { reason: Value }
  'security.sessions.keys': null
  'security.sessions.keysHint': null
  'security.sessions.lead': null
  'security.sessions.question': null
  'security.sessions.submit': null
  'security.sessions.title': null
  'security.title': null
  'security.type.allSessionsEnd': null
  'security.type.atOnce': null
  'security.type.basic': null
  'security.type.basicText': null
  'security.type.changed': { name: Value }
  'security.type.confirm': null
  'security.type.failed': null
  'security.type.forced': { variable: Value }
  'security.type.forms': null
  'security.type.formsText': null
  'security.type.inUse': null
  'security.type.keysStay': null
  'security.type.needName': null
  'security.type.needPassword': null
  'security.type.none': null
  'security.type.noneText': null
  'security.type.notReady': null
  'security.type.notReadyText': null
  'security.type.oidc': null
  'security.type.oidcText': null
  'security.type.rootPassword': null
  'security.type.rootUsername': null
  'security.type.sessionsEnd': null
  'security.type.submit': { name: Value }
  'security.type.title': null
  'security.type.toBasic': null
  'security.type.toForms': null
  'security.type.toNone': null
  'security.type.toOidc': { address: Value }
  'security.type.whatHappens': null
  'security.type.wrongRoot': null
  'series.standings.available': null
  'series.standings.missing': null
  'series.standings.other_edition': null
  'series.standings.requested': null
  'series.standings.upcoming': null
  'series.title': null
  'seriesPage.all': { n: number }
  'seriesPage.counts.available': { n: Value }
  'seriesPage.counts.missing': { n: Value }
  'seriesPage.counts.other_edition': { n: number }
  'seriesPage.counts.requested': { n: Value }
  'seriesPage.counts.upcoming': { n: Value }
  'seriesPage.failed': { reason: Value }
  'seriesPage.loading': null
  'seriesPage.missingAction': null
  'seriesPage.missingText': null
  'seriesPage.missingTitle': null
  'seriesPage.reallyAll': { n: number }
  'seriesPage.reallySome': { all: Value; n: number }
  'seriesPage.requestMissing': { n: number }
  'seriesPage.requested': { n: number }
  'seriesPage.someFailed': { n: number; reason: Value }
  'seriesPage.total': { n: number }
  'settingHints.address': { service: Value }
  'settingHints.audiobookshelf_api_key': { service: Value }
  'settingHints.base_url': { example: Value; service: Value }
  'settingHints.categories': null
  'settingHints.category': { service: Value }
  'settingHints.deluge_category': { service: Value }
  'settingHints.emby_api_key': { service: Value }
  'settingHints.indexers': { service: Value }
  'settingHints.jellyfin_api_key': { service: Value }
  'settingHints.libraries': null
  'settingHints.password': { service: Value }
  'settingHints.plex_api_key': { service: Value }
  'settingHints.prowlarr_api_key': { service: Value }
  'settingHints.public_url': { service: Value }
  'settingHints.qbittorrent_api_key': { service: Value }
  'settingHints.sabnzbd_api_key': { service: Value }
  'settingHints.scan': { service: Value }
  'settingHints.session_id': { service: Value }
  'settingHints.source_ttl': null
  'settingHints.username': { service: Value }
  'settingHints.vip': null
  'settingLabels.api_key': null
  'settingLabels.base_url': null
  'settingLabels.categories': null
  'settingLabels.category': null
  'settingLabels.indexers': null
  'settingLabels.libraries': null
  'settingLabels.password': null
  'settingLabels.public_url': null
  'settingLabels.scan': null
  'settingLabels.session_id': null
  'settingLabels.source_ttl': null
  'settingLabels.username': null
  'settingLabels.vip': null
  'settings.groups.connections': null
  'settings.groups.people': null
  'settings.groups.releases': null
  'settings.groups.server': null
  'settings.groups.you': null
  'settings.names.download': null
  'settings.names.downloadClients': null
  'settings.names.indexers': null
  'settings.names.library': null
  'settings.names.requests': null
  'settings.names.storage': null
  'settings.nav': null
  'settings.pages.account': null
  'settings.pages.api-keys': null
  'settings.pages.audit': null
  'settings.pages.discover-settings': null
  'settings.pages.download': null
  'settings.pages.download-clients': null
  'settings.pages.indexers': null
  'settings.pages.library': null
  'settings.pages.notifications': null
  'settings.pages.request-settings': null
  'settings.pages.security': null
  'settings.pages.storage': null
  'settings.pages.users': null
  'settings.title': null
  'setup.at': { step: Value; total: Value }
  'setup.back': null
  'setup.done': null
  'setup.finish': null
  'setup.indexerLead': null
  'setup.inviteForm': null
  'setup.later': null
  'setup.loading': null
  'setup.names.download_client': null
  'setup.names.indexer': null
  'setup.names.library': null
  'setup.names.notifications': null
  'setup.names.people': null
  'setup.names.region': null
  'setup.next': null
  'setup.peopleLead': null
  'setup.peopleTitle': null
  'setup.regionLead': null
  'setup.saveLanguages': null
  'setup.skip': null
  'setup.started.dismiss': null
  'setup.started.dismissFailed': { reason: Value }
  'setup.started.none': null
  'setup.started.progress': { n: number; total: Value }
  'setup.started.resume': null
  'setup.started.title': null
  'setup.steps': null
  'setup.title': null
  'shell.noscript': null
  'status.available': null
  'status.declined': null
  'status.downloading': null
  'status.failed': null
  'status.grab_unconfirmed': null
  'status.grabbed': null
  'status.nextTry': { time: Value }
  'status.not_found': null
  'status.searching': null
  'status.waiting': null
  'status.waiting_for_approval': null
  'storage.about.audit': null
  'storage.about.deliveries': null
  'storage.about.failed_deliveries': null
  'storage.about.releases': null
  'storage.about.timeline': null
  'storage.cleanUp': null
  'storage.cleanUpFailed': { reason: Value }
  'storage.cleaning': null
  'storage.database': null
  'storage.days': null
  'storage.daysUnit': null
  'storage.free': null
  'storage.keep': null
  'storage.keepLead': null
  'storage.kinds.audit': null
  'storage.kinds.deliveries': null
  'storage.kinds.failed_deliveries': null
  'storage.kinds.releases': null
  'storage.kinds.timeline': null
  'storage.lastCleanUp': null
  'storage.lead': null
  'storage.limits': { least: Value; usual: Value }
  'storage.loading': null
  'storage.measured': null
  'storage.never': null
  'storage.newest': null
  'storage.newestUnit': null
  'storage.nothingRemoved': { when: Value }
  'storage.removed': { count: Value; when: Value }
  'storage.save': null
  'storage.saveFailed': null
  'storage.saved': null
  'storage.size': null
  'storage.small': null
  'storage.takes': { count: Value; size: Value }
  'strength.fair': null
  'strength.label': null
  'strength.short': { n: Value }
  'strength.strong': null
  'strength.weak': null
  'targets.add': null
  'targets.done': null
  'targets.empty.ownText': null
  'targets.empty.text': null
  'targets.empty.title': null
  'targets.failed': { n: number }
  'targets.failing': { time: Value }
  'targets.loading': null
  'targets.log': null
  'targets.logOf': { name: Value }
  'targets.logShort': null
  'targets.resend': { n: number }
  'targets.resendFailed': { name: Value; reason: Value }
  'targets.resent': { n: number; name: Value }
  'targets.sheet.addTitle': null
  'targets.sheet.editTitle': { name: Value }
  'targets.sheet.text': null
  'targets.test': null
  'targets.testAgain': null
  'targets.testFailed': null
  'targets.testOf': { name: Value }
  'targets.testText': null
  'targets.testTitle': { name: Value }
  'targets.testing': null
  'targets.waiting': { n: number }
  'targets.waitingOff': { n: number }
  'testFindings.another_program': { name: Value; service: Value }
  'testFindings.answers': { server: Value }
  'testFindings.category_missing': { category: Value; place: Value; service: Value }
  'testFindings.indexers_asked': { n: number; server: Value }
  'testFindings.label_plugin_off': { service: Value }
  'testFindings.labels_missing': { server: Value; version: Value }
  'testFindings.libraries': { names: Value; server: Value }
  'testFindings.may_not_scan': { service: Value }
  'testFindings.may_scan': null
  'testFindings.no_chosen_indexer_on': { service: Value }
  'testFindings.no_client_for': { protocols: Value; service: Value }
  'testFindings.no_download_client_on': { service: Value }
  'testFindings.no_indexer_on': { service: Value }
  'testFindings.scan_untold': { service: Value }
  'testFindings.session_known': { name: Value; service: Value }
  'testFindings.settings_missing': { settings: Value }
  'testFindings.unknown_program': { service: Value }
  'timeline.approved': { who: Value }
  'timeline.approvedByRule': { rule: Value }
  'timeline.approvedOf': { user: Value; who: Value }
  'timeline.arrived': null
  'timeline.available': { who: Value }
  'timeline.availableComplete': null
  'timeline.declined': { who: Value }
  'timeline.declinedOf': { user: Value; who: Value }
  'timeline.download_completed': null
  'timeline.download_failed': null
  'timeline.download_gone': null
  'timeline.download_started': null
  'timeline.failed': null
  'timeline.failedBy': { who: Value }
  'timeline.from': { indexer: Value; release: Value }
  'timeline.grab_rejected': null
  'timeline.grab_started': null
  'timeline.grab_unconfirmed': null
  'timeline.grabbed': { who: Value }
  'timeline.inLibrary': { library: Value }
  'timeline.left_library': null
  'timeline.library_scan': null
  'timeline.nextTry': { time: Value }
  'timeline.not_found': null
  'timeline.not_in_library': null
  'timeline.release_blocked': { who: Value }
  'timeline.release_unblocked': { who: Value }
  'timeline.requested': { who: Value }
  'timeline.retried': { who: Value }
  'timeline.reverted': { who: Value }
  'timeline.search_failed': null
  'timeline.search_started': { who: Value }
  'timeline.searched': { accepted: Value; n: number }
  'timeline.searchedNothing': null
  'timeline.stopped': { who: Value }
  'timeline.wishes_changed': { who: Value }
  'timeline.withClient': { client: Value }
  'timeline.withdrawn': { who: Value }
  'timelineUnnamed.approved': null
  'timelineUnnamed.available': null
  'timelineUnnamed.declined': null
  'timelineUnnamed.grabbed': null
  'timelineUnnamed.not_found': null
  'timelineUnnamed.release_blocked': null
  'timelineUnnamed.release_unblocked': null
  'timelineUnnamed.requested': null
  'timelineUnnamed.retried': null
  'timelineUnnamed.reverted': null
  'timelineUnnamed.search_failed': null
  'timelineUnnamed.search_started': null
  'timelineUnnamed.searched': null
  'timelineUnnamed.stopped': null
  'timelineUnnamed.wishes_changed': null
  'timelineUnnamed.withdrawn': null
  'unsaved.discard': null
  'unsaved.keep': null
  'unsaved.text': null
  'unsaved.title': null
  'users.add': null
  'users.and': { one: Value; other: Value }
  'users.columns.actions': null
  'users.columns.name': null
  'users.columns.requests': null
  'users.columns.role': null
  'users.columns.since': null
  'users.created': { name: Value }
  'users.edit': null
  'users.editOf': { name: Value }
  'users.form.addDescription': null
  'users.form.addTitle': null
  'users.form.editDescription': null
  'users.form.editTitle': { name: Value }
  'users.form.extraData': null
  'users.form.extraDataHint': null
  'users.form.failed': null
  'users.form.firstPassword': null
  'users.form.keepPassword': null
  'users.form.newPassword': null
  'users.form.ownPassword': null
  'users.form.password': null
  'users.form.reset': null
  'users.form.resetHint': null
  'users.form.revokeKeys': { n: number }
  'users.form.revokeKeysHint': null
  'users.form.role': null
  'users.form.rootPassword': null
  'users.form.rootRole': null
  'users.form.submit': null
  'users.form.taken': null
  'users.form.username': null
  'users.hasNote': null
  'users.lead': null
  'users.loading': null
  'users.noMatchAction': null
  'users.noMatchText': null
  'users.noMatchTitle': null
  'users.noPassword': null
  'users.pages': null
  'users.placeholder': null
  'users.reallyRemove': null
  'users.reallyRemoveWith': { what: Value }
  'users.remove': null
  'users.removeFailed': { name: Value; reason: Value }
  'users.removeOf': { name: Value }
  'users.removed': { name: Value }
  'users.requests': { n: number }
  'users.roleText.admin': null
  'users.roleText.trusted': null
  'users.roleText.untrusted': null
  'users.roles.admin': null
  'users.roles.trusted': null
  'users.roles.untrusted': null
  'users.root': null
  'users.saved': { name: Value }
  'users.search': null
  'users.since': { date: Value }
  'users.title': null
  'users.withKeys': { n: number }
  'users.withRequests': { n: number }
  'users.you': null
  'variables.bookASIN': null
  'variables.bookAuthors': null
  'variables.bookAuthorsLabel': null
  'variables.bookCover': null
  'variables.bookNarrators': null
  'variables.bookNarratorsLabel': null
  'variables.bookSubtitle': null
  'variables.bookTitle': null
  'variables.bookUrl': null
  'variables.errorReason': null
  'variables.errorStatus': null
  'variables.eventLevel': null
  'variables.eventText': null
  'variables.eventTitle': null
  'variables.eventType': null
  'variables.eventUser': null
  'variables.eventUserExtraData': null
  'variables.indexerName': null
  'variables.joinedUsers': null
  'variables.joinedUsersExtraData': null
  'variables.joinedUsersLabel': null
  'variables.reason': null
  'variables.requestUrl': null
  'variables.sourceProtocol': null
  'variables.sourceSizeMB': null
  'variables.sourceTitle': null
  'variables.torrentInfoHash': null
  'wishes.add': null
  'wishes.anyFormat': null
  'wishes.change': null
  'wishes.failed': null
  'wishes.format': null
  'wishes.gaveWay': { wishes: Value }
  'wishes.language': null
  'wishes.lead': null
  'wishes.narrator': null
  'wishes.note': null
  'wishes.noteOf': { note: Value }
  'wishes.of': { wishes: Value }
  'wishes.ofPerson': { name: Value; wishes: Value }
  'wishes.ownLanguage': null
  'wishes.request': null
  'wishes.save': null
  'wishes.saved': { title: Value }
  'wishes.size': null
  'wishes.together': { wishes: Value }
  'wishes.unabridged': null
  'wishes.words.format': { format: Value }
  'wishes.words.language': { language: Value }
  'wishes.words.narrator': { name: Value }
  'wishes.words.size': { size: Value }
  'wishes.words.unabridged': null
}

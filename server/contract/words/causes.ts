import type { CauseCode } from '#contract/cause-codes'

/** Why work on a book, a search, an indexer's answer or a grab came to nothing. */
export const CAUSE_WORDS = {
  // Of any kind
  other: '{text}',
  person: '{text}',
  several: '{causes}',
  unexpected: 'It failed unexpectedly; the log of the server says more.',
  // A search, and one indexer in it
  no_indexers: 'There is no indexer to ask: {service} has none that is switched on and chosen.',
  none_answered: 'No indexer answered.',
  indexers_failed: '{failed} of {asked} failed: {causes}',
  no_answer_within: 'no answer within {seconds} s',
  indexer_paused: '{service} leaves it alone until {until} after failures. Test it in {service}.',
  indexer_failed: 'It failed just now. {service}’s log says why.',
  another_book: 'It is another book.',
  corrected: 'What is looked for was corrected meanwhile.',
  search_interrupted: 'The server ended in the middle of it.',
  not_released: 'It comes out on {date} and is not looked for before.',
  // A grab
  grab_delayed: 'The server was held up before it could be sent.',
  grab_interrupted: 'The server ended before the answer came.',
  release_forgotten: '{service} has forgotten this release and did not find it again.',
  release_not_found_again:
    '{service} has forgotten this release and did not find it again. Searching again: {causes}',
  not_in_history: 'It is not in the history of {service}.',
  not_arrived: 'An administrator says that it did not arrive.',
  grabs_refused: 'One release could not be grabbed. {causes} | {n} releases could not be grabbed. {causes}',
  // A download
  download_failed: 'The download failed.',
  client_says: '{client} says: {text}.',
  client_failed_it: 'The download failed in {client}.',
  client_in_trouble:
    '{client} says: {text}. Its downloads wait until there is room on its disk and its folders are there again.',
  download_stalled:
    'Nothing has arrived for an hour, and nobody offers it. | Nothing has arrived for {n} hours, and nobody offers it.',
  download_gone:
    'Somebody has removed the download from {client}. Nothing else is downloaded until you say so: search again, or mark it as available.',
  downloads_failed: 'The download failed. {causes} | {n} downloads failed. {causes}',
  not_in_library:
    'The download has been complete for an hour, and the library does not have it. Check that the download ends up in a folder of the library (look at the path mapping where they run in containers), that the library looks for new files there, and that Earmark can read the library. | The download has been complete for {n} hours, and the library does not have it. Check that the download ends up in a folder of the library (look at the path mapping where they run in containers), that the library looks for new files there, and that Earmark can read the library.',
  // A grab
  release_refused: '{service} refuses the release: {text}.',
  release_not_taken:
    '{service} could not grab it: {text}. It is gone at the indexer, or the download client refuses it, such as one that it has already.',
  no_download_client: '{text}. Add one in {service} under Settings → Download Clients.',
  download_client_failed:
    '{service} could not use its download client: {text}. Test it in {service} under Settings → Download Clients.',
  no_answer_in_time: '{service} did not answer in time.',
  no_answer_through: 'No answer of {service} came through (status {status}).',
  no_whole_answer: 'No whole answer of {service} came: {failure}.',
  answer_unreadable: '{service}’s answer cannot be read.',
  answer_of_another_release: '{service}’s answer is about something else than the release.',
  failed_with_status: '{service} failed with status {status}.',
  refused: '{service} refuses: {text}.',
  // Another service
  not_set_up: '{service} is not set up, or switched off, in the settings.',
  to_be_set_up:
    '{service} is not set up: enter its address and key under Settings, Indexers, and switch it on.',
  nothing_entered: 'The address and the API key of {service} are not set yet.',
  unreachable: '{service} cannot be reached: {failure}.',
  unreachable_address: '{service} cannot be reached: {failure}. Check the base URL and that {service} runs.',
  timed_out: '{service} did not answer within {seconds} seconds.',
  answer_cut_off: '{service}’s answer broke off in the middle.',
  not_the_api:
    'The answer is {found}: this is not {service}’s API. Check the base URL, with the path that {service} has behind its host, if any.',
  redirected:
    'The address redirects elsewhere, which is not followed: this is not {service}’s API. Enter the address that it leads to as base URL.',
  redirected_to:
    'The address redirects to {address}, which is not followed: this is not {service}’s API. Enter the address that it leads to as base URL.',
  wrong_key: '{service} refuses the API key. Copy it from Settings → General in {service}.',
  forbidden: 'Something in front of {service} forbids the access (status {status}).',
  answers_status: '{service} answers: {text} (status {status}).',
  answers: '{service} answers: {text}.',
  fails: '{service} fails with status {status}. Its log says why.',
  fails_try_later: '{service} fails with status {status}. Try again later.',
  too_many_questions: '{service} asks for fewer questions ({status}). Try again in a minute.',
  not_asked_to_the_end: '{service} was not asked to the end.',
  not_the_service: 'The answer is not from {service}. Check {setting}.',
  session_elsewhere:
    '{service} does not accept the session: the session is locked to another address. Make one for the address of this server on its page Preferences → Security and enter it as {setting}.',
  session_invalid:
    '{service} does not accept the session: the session is not valid. Make a new one on its page Preferences → Security and enter it as {setting}.',
  session_redirected:
    '{service} does not accept the session: it leads to its sign-in page. Make a new session on its page Preferences → Security and enter it as {setting}.',
  session_ended:
    '{service} does not accept the session: it shows its sign-in page. Make a new session on its page Preferences → Security and enter it as {setting}.',
  // A download client
  wrong_login: '{service} refuses the username and password.',
  wrong_password: '{service} refuses the password.',
  may_only_add:
    'This {service} user may add downloads but not see them. Enter the username and password of a user who may do both.',
  wrong_service_key: '{service} refuses the API key. Copy it from {place} in {service}.',
  login_blocked:
    '{service} has blocked this server for a while after too many wrong passwords. Correct the password here, then restart {service} or wait an hour.',
  host_not_allowed:
    '{service} does not answer under the host name of its address. Allow the name in {place}, or use the IP address of {service}.',
  no_daemon:
    '{service}’s web interface is connected to no daemon. Open it, and connect it in its Connection Manager.',
  download_not_added: '{service} did not add the download: {text}.',
  download_had_before:
    '{client} did not add the download: it takes it for one that it has had before, which came to nothing here.',
  link_web_page:
    'The link of the release leads to a web page, not to a torrent or NZB file. The indexer may ask to sign in.',
  link_unreadable: 'What the link of the release leads to is no torrent file, NZB file or magnet link.',
  link_other_release: 'The link of the release leads to another torrent than the search told.',
  link_missing: '{service} tells no link of the release that leads to itself.',
  link_redirects:
    'The link of the release leads away from {service}, which is not followed. Switch off “Redirect” of the indexer in {service}.',
  no_torrent_client:
    'Earmark is to add torrents itself, and no torrent client is set up. Add one under Settings, Download clients, or let {service} send torrents in the download settings.',
  no_usenet_client:
    'Earmark is to add Usenet releases itself, and no Usenet client is set up. Add one under Settings, Download clients, or let {service} send them in the download settings.',
  not_in_client: '{client} does not have it.',
  // A library
  library_forbidden:
    '{service} forbids the access: the key may not see this. Use the key of an administrator.',
  library_none: '{service} has no library of audiobooks that the key may see.',
  library_missing: '{service} has no library called {names}, or the key may not see it.',
  library_changing: '{service} is removing items at the moment. It is read again later.',
  library_shrank:
    '{missing} of {total} audiobooks have disappeared from {service} at once, as if a disk were missing. They still count as there, unless they are missing for an hour.',
} as const satisfies Record<CauseCode, string>

/**
 * What the server refuses, and why, by the code of the problem; where a code has several reasons, its value `why`
 * names the one. Those that any page may show.
 */
export const PROBLEM_WORDS = {
  already_requested: 'You have requested this audiobook already.',
  in_library: 'The library has “{title}”: {link}',
  already_available: 'This audiobook is in the library already.',
  declined_for_good: {
    unexplained: 'This audiobook was declined to you twice, which is final.',
    explained: 'This audiobook was declined to you twice, which is final: {reason}',
  },
  quota_exceeded: 'You have used up your {days}-day quota of {limit}. You can request again from {next_at}.',
  wishes_too_late: 'A release of this audiobook was grabbed already: wishes change nothing any more.',
  nothing_to_decide: 'There is no request for {title} that this would change.',
  not_in_region: {
    catalogue: 'The catalogue has no audiobook {asin} in the region {region}.',
    anywhere: 'Nobody here has asked for {asin}, and the catalogue does not have it in the region {region}.',
  },
  no_such_series: 'The catalogue has no series {asin} in the region {region}.',
  unknown_follow: 'You follow no such series, author or narrator.',
  too_many_follows: 'You follow {limit} series and people already. Unfollow one first.',
  already_written_down: 'An audiobook of this title and author is written down already.',
  too_many_attempts: 'Too many wrong passwords. Try again in {seconds} seconds.',
  sign_in_busy: 'Too many people are signing in right now. Try again in a moment.',
  wrong_credentials: {
    pair: 'Wrong username or password.',
    administrator: 'This is not the password of that administrator.',
    changed: 'The password was changed in the meantime.',
  },
  already_initialised: 'This server is set up already. Sign in instead.',
  // How people sign in
  no_login_form: {
    login_type: 'The login type {login_type} has no login form.',
    not_set_up: 'This server is not set up yet.',
    changed: 'How people sign in was changed. Reload the page.',
  },
  login_type_forced: {
    first: 'SVC_APP__FORCE_LOGIN_TYPE prescribes the login type {login_type}.',
    settings:
      'SVC_APP__FORCE_LOGIN_TYPE prescribes the login type {login_type}. Remove the variable to choose here.',
  },
  unknown_invitation: 'This invitation has been used or revoked, or it has expired. Ask for a new one.',
  no_passwords_here: 'This server does not manage passwords, so invitations are not available.',
  oidc_no_takeover: 'No sign-in waits for a password in this browser. Start again.',
  needs_https:
    'This page came by http, where the browser keeps no sign-in for this server. Open {address} and sign in there.',
  cross_site: {
    named:
      'This was sent by a page of {sender}, so nothing was changed: expected was one of {own}. If both are this server, have the reverse proxy pass on the Host header as it is, with the port, or set SVC_APP__PUBLIC_URL to the address that people use.',
    unnamed:
      'This was sent by a page of another site, so nothing was changed: expected was one of {own}. If both are this server, have the reverse proxy pass on the Host header as it is, with the port, or set SVC_APP__PUBLIC_URL to the address that people use.',
  },
  // The server itself
  database_unavailable: 'The database does not answer. Try again in a moment.',
  storage_full: 'The disk of the server is full; nothing was changed. An administrator has to make room.',
  storage_read_only:
    'The server may not write to its database; nothing was changed. An administrator has to mend that.',
  gone_meanwhile: 'What this belongs to was removed meanwhile. Nothing was changed.',
  too_many_calls: {
    target_test:
      'Too many tests of notifications in a short time. Try again in a minute. | Too many tests of notifications in a short time. Try again in {n} minutes.',
    hand_made_request:
      'Too many requests by hand in a short time. Try again in a minute. | Too many requests by hand in a short time. Try again in {n} minutes.',
    api_key:
      'Too many new API keys in a short time. Try again in a minute. | Too many new API keys in a short time. Try again in {n} minutes.',
    invitation:
      'Too many new invitations in a short time. Try again in a minute. | Too many new invitations in a short time. Try again in {n} minutes.',
    list: 'Too many lists in a short time. Try again in a minute. | Too many lists in a short time. Try again in {n} minutes.',
    release_search:
      'Too many searches for releases in a short time. Try again in a minute. | Too many searches for releases in a short time. Try again in {n} minutes.',
  },
  // Lists
  no_such_list: 'You have no such list. It may have been removed.',
  no_such_list_entry: {
    number: 'The list has no entry {number}.',
    alternative: 'The book {asin} is not among those that entry {number} may be.',
  },
  too_many_lists: 'You have {most} lists, which is as many as fit. Remove one first.',
  list_too_long: 'A list may have {most} books. Divide it, and add the parts one by one.',
  list_without_books: {
    nothing: 'No book could be read in this. Is there one title in each line, or a column for the titles?',
    broken: 'This table cannot be read: a quotation mark is opened and never closed.',
    all_read:
      'The only book in this is one that you have read or begun. | All {n} books in this are ones that you have read or begun.',
  },
  // A book and its releases
  not_requested: {
    nobody: 'Nobody has asked for this audiobook.',
    not_by: '{username} has not asked for this audiobook.',
    not_by_you: 'You have not asked for this audiobook.',
    hand_made: 'There is no hand-made request {id} that you may see.',
    withdrawn: 'The request was withdrawn at once.',
    declined: 'Your request was declined: there is nothing to withdraw.',
    nothing: 'There is no request to withdraw.',
  },
  unknown_library_item: 'The library does not have this any more. Nothing was changed.',
  approved_as_written:
    'An administrator has approved this audiobook as it is written. Ask them to correct it, or withdraw it and request it by hand again.',
  not_approved: 'No request for this audiobook is approved.',
  not_released: 'It comes out on {date} and is not looked for before.',
  not_possible_now: {
    not_grabbed: 'It was not sent to the download client yet.',
    no_download: 'There is no download that could have failed.',
    nothing_to_revert: 'There is nothing to take back: no release was grabbed.',
    not_waiting: 'It is not being looked for: nothing is approved, or a release was grabbed.',
    grabbed: 'A release was grabbed already.',
    stopped: 'An administrator has stopped the search for this audiobook.',
    not_searched: 'It is not being looked for.',
    nothing_to_confirm: 'No grab waits to be confirmed.',
    confirmed: 'What became of the grab has just been found out.',
  },
  grab_under_way: {
    sending: '“{title}” is being grabbed; wait for the answer.',
    unconfirmed: 'Whether “{title}” was grabbed is not known. Say first whether the download client has it.',
    any: 'A release of this audiobook is being grabbed; its end is awaited.',
  },
  already_grabbed: '“{title}” was grabbed for this audiobook already.',
  release_unknown: 'No search for this audiobook has found this release; search again.',
  search_unknown: 'This search is not kept any more.',
  no_releases_kept: 'No search for this audiobook has found anything yet.',
} as const

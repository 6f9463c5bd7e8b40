// Types of the Assay API, generated from its OpenAPI document by openapi-typescript. Do not edit.

export interface paths {
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a security event and get its decision
         * @description Responds after the event, its assessment and its webhook deliveries are durable. Browsers may call it cross-origin from the allowed origins of the environment. If a key of the body is repeated, its last value counts.
         */
        post: operations["recordEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one event with its device, network, risk and outcome
         * @description The full explanation of one decision: how the device was recognized, what changed since its last visit, the network, every fired signal with its evidence, and the current outcome. The only response with the raw address.
         */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of an environment, newest first
         * @description With `Accept: application/x-ndjson` or `format=ndjson`, streams every matching item, one per line, and with `Accept: text/csv` or `format=csv` as CSV (RFC 4180); `cursor` sets where the stream starts, and `limit` does not apply. A stream that fails ends without its last chunk. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/risk-assessments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the risk assessments of an environment with every signal, newest first
         * @description With `Accept: application/x-ndjson` or `format=ndjson`, streams every matching item, one per line, and with `Accept: text/csv` or `format=csv` as CSV (RFC 4180); `cursor` sets where the stream starts, and `limit` does not apply. A stream that fails ends without its last chunk. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe.
         */
        get: operations["listRiskAssessments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the events that match a filter
         * @description Takes the filters of the list and counts at most 10,000 events, so that it costs no more as the data grows: `is_complete` is false when there are more.
         */
        get: operations["countEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event}/assessment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the assessment of an event and compare it with the active policy
         * @description With compare=current, evaluates the active policy on the recorded facts: a simulation that stores nothing and changes no decision. Like the simulator, this requires a dashboard session whose role may simulate.
         */
        get: operations["readRiskAssessment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the counts of one day, UTC
         * @description Counts by type, decision, level and evaluation, the most frequent signals, and one row per hour. Read from counters, so it costs the same for ten events and ten million.
         */
        get: operations["readOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the counts of up to 92 days, UTC
         * @description Events and decisions of each day, and the signals that fired most in the range.
         */
        get: operations["readTrends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the distinct addresses of an environment, newest first unless sorted otherwise
         * @description By default sorted by when each address was first seen, so that pages stay stable while events arrive.
         */
        get: operations["listNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/network/{network}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the activity of one address
         * @description When the address was seen, how often, and what was decided. The address itself is masked.
         */
        get: operations["readNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/network/{network}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened at one address: decisions by hour, and each account there
         * @description From the newest 5,000 events of the address. An account with a proof was used there by its owner; many accounts without one suggest an attack.
         */
        get: operations["readNetworkActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/network/{network}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts seen at an address
         * @description Many accounts at one address suggest an attack, or an office, school or mobile carrier. Sorted by an internal key, not by time.
         */
        get: operations["listNetworkAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/network/{network}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices seen at an address, newest first
         * @description Each device with its whole activity, also at other addresses.
         */
        get: operations["listNetworkDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find events, devices, sessions, deliveries, accounts and networks
         * @description Accepts a pasted id, the beginning of an account id, or an address, complete or masked. Returns up to ten hits of each kind.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which accounts, devices and networks were seen together, to two steps
         * @description Exactly one parameter names the start. Follows at most 20 neighbors of each kind from the start and 5 from each of those: what an account has proven first, then what the server reported. Other networks come from the newest 300 events.
         */
        get: operations["readLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of an environment with their activity
         * @description For each account: when it was first and last seen, and how many of its events were stopped. `prefix` finds accounts by the beginning of their id.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the summary of an account: its activity, its proofs, and its last 30 days
         * @description Counters of its whole history, and from its newest 5,000 events: the last login that was let through, the last label, and the risk and decisions of 30 days. `complete_since` says since when this is complete.
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to an account, newest first
         * @description The important ones of its newest 5,000 events: runs of stopped events as one entry, first logins from a device or network, changes of the account, labels and notes.
         */
        get: operations["listAccountTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the networks that an account has used, the last used first
         * @description From its newest 5,000 events; at most 1,000 addresses, masked.
         */
        get: operations["listAccountNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices that an account has used, newest first
         * @description The devices to show a customer under "where you are logged in", with the times of the account’s own first and last event.
         */
        get: operations["listAccountDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of an environment, newest first unless sorted otherwise
         * @description A device is a browser on a machine, recognized across visits.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one device
         * @description Whether the device is trusted, when it was seen, and how many accounts used it.
         */
        get: operations["readDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a device, newest first
         * @description Everything that happened on one device, whichever account it used.
         */
        get: operations["listDeviceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts seen on a device, newest first
         * @description Many accounts on one device suggest account farming or a shared computer. Sorted by the time of the first event of the account on this device.
         */
        get: operations["listDeviceAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the current normalized signals of a device
         * @description The signals as they are compared: normalized, without values that the browser randomizes.
         */
        get: operations["readDeviceSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/compare/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two devices, with the evidence in bits
         * @description For two devices that may be the same machine: every signal of both, and how many bits of evidence it gives for or against that.
         */
        get: operations["compareDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/resolutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how the events of a device were resolved, newest first
         * @description For each event of the device: the method, the confidence, and the signals that matched, changed or contradicted.
         */
        get: operations["listDeviceResolutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a device as trusted
         * @description Idempotent: only an actual change is audited and announced.
         */
        post: operations["trustDevice"];
        /**
         * Revoke the trust of a device
         * @description Idempotent: only an actual change is audited and announced.
         */
        delete: operations["revokeDeviceTrust"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List challenged and blocked events, grouped into campaigns
         * @description Groups at most the newest 10,000 challenged and blocked events of the range, by default of the last seven days. Events are grouped by what they share, which `kind` names; nothing else is claimed. The header `Assay-Complete-Since` gives the time since which all events were grouped.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/campaigns/{campaign}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the campaign of an event with the ids of its events
         * @description The number of any challenged or blocked event names its campaign: `cmp_` and what follows `evt_`. Groups at most the 5,000 such events before and after it.
         */
        get: operations["readCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/campaigns/{campaign}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the events of a campaign, oldest first
         * @description A stream of newline-delimited JSON or CSV; addresses are masked. `let_through` adds the allowed and monitored events of its devices and fingerprints. Each event has the notes on it, its account and its device.
         */
        get: operations["exportCampaignEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/let-through": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events that campaigns let through, newest first or highest score first
         * @description Allowed and monitored events with a device or fingerprint of a campaign: fraud that may have been missed and that nobody has labeled yet. Examines at most the newest 100 campaigns of the range, by default of the last seven days, and another 100 of events under a public key alone. The header `Assay-Complete-Since` gives the time since which all campaigns were examined.
         */
        get: operations["listLetThrough"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what really happened
         * @description Append-only. Only label and authentication_outcome are compared with the current row: if both are equal, the row is returned unchanged; otherwise a new row becomes current. At least one of the two is required.
         */
        post: operations["recordOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the outcomes of an event, oldest first
         * @description Every revision, with its submitter and time. Exactly one row is current.
         */
        get: operations["listOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/outcome-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Label many events at once
         * @description Writes one outcome row for each event that does not have the label yet, keeps its authentication outcome, and writes one audit entry. The rows have the id of the batch in their metadata.
         */
        post: operations["recordOutcomeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/outcome-batches/{batch}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo the labels of a batch
         * @description Outcomes are append-only: each event gets another row with the label it had before, or with none. An event that was labeled again since keeps that label. `written_count` is the number of events whose label was undone.
         */
        delete: operations["undoOutcomeBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on an event, newest first
         * @description Each with its writer and time.
         */
        get: operations["listEventNotes"];
        put?: never;
        /**
         * Write a note on an event
         * @description All members of the organization can read it. It is deleted when the account of the event is erased.
         */
        post: operations["createEventNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on a device, newest first
         * @description Each with its writer and time.
         */
        get: operations["listDeviceNotes"];
        put?: never;
        /**
         * Write a note on a device
         * @description All members of the organization can read it. It is deleted when the last account that has used the device is erased, unless events without an account came from it.
         */
        post: operations["createDeviceNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on an account, newest first
         * @description Each with its writer and time.
         */
        get: operations["listAccountNotes"];
        put?: never;
        /**
         * Write a note on an account
         * @description All members of the organization can read it. It is deleted when the account is erased.
         */
        post: operations["createAccountNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/notes/{note}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description The member who wrote it, admins and owners may delete it.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Change the text of your own note
         * @description Only the member who wrote it may change it. Earlier texts are not stored.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/v1/events/{event}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign an event to a member, or to nobody
         * @description Lists can be filtered by it with `assigned_to`. Assigning it to the same member again changes nothing.
         */
        put: operations["assignEvent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign many events to a member, or to nobody
         * @description All events in one transaction with one audit entry. Events of other members stay assigned to them and are listed in `skipped`, unless `replace` is true.
         */
        post: operations["assignEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your saved views and the shared ones
         * @description Private views of other members are not listed.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save the filters of a list under a name
         * @description Only you see it unless it is `shared`.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/views/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description The member who saved it may delete it. Admins and owners may delete shared views.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Change a saved view
         * @description The member who saved it may change it. Admins and owners may change shared views.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/v1/environments/{env}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the active policy
         * @description The current thresholds and rules. The `ETag` is the version; send it as `If-Match` with a change.
         */
        get: operations["readPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/thresholds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the thresholds
         * @description Applies from the next event. Sending the current thresholds again creates no new version.
         */
        put: operations["changeThresholds"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a rule
         * @description The priority must be unused; a policy has at most 100 rules. The ETag belongs to the changed policy.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policy/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a rule
         * @description Past decisions still refer to it.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /**
         * Change a rule
         * @description Replaces the given fields; conditions are replaced as a whole. A null event_type means every type.
         */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/v1/environments/{env}/policy/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every version of the policy
         * @description Every version is stored completely, with its author, so that any past decision can be understood.
         */
        get: operations["listPolicyVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/versions/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one version of the policy
         * @description The thresholds and rules that decided at that time.
         */
        get: operations["readPolicyVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/versions/{n}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version
         * @description Its thresholds and rules decide from the next event. Restoring the active thresholds and rules creates no new version.
         */
        post: operations["restorePolicyVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate the active policy on a hypothetical event
         * @description Creates no event, no assessment and no outcome.
         */
        post: operations["simulatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft policy on recorded assessments
         * @description With Accept: application/x-ndjson, the response is a stream of lines: {"type":"progress","done","total"} at intervals, and at the end {"type":"result","data"} or {"type":"error","detail"}. Closing the connection cancels the backtest. Nothing is stored.
         */
        post: operations["backtestPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/policy/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measure how often the decisions were right, based on labels
         * @description Based only on events with a label: the rates do not describe the other events, and labels are rarely assigned at random. Measured once with block as the alarm, and once with challenge or block. No rate counts the label unknown or forced decisions.
         */
        get: operations["measurePolicyQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of an environment
         * @description With the times of the last success and failure, and the number of failures since. Secrets are never included.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint; only this response contains its secret
         * @description The endpoint receives the types it subscribes to, from the next event on. Store the secret at once: it is never returned again.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint and cancel its pending deliveries
         * @description Nothing more is sent to the endpoint, not even retries of older deliveries.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Pending deliveries go to the new URL. New event types apply from now on.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new secret; only this response contains it
         * @description Signs every attempt from now on, including retries of older deliveries.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a real webhook.test delivery
         * @description Goes through the same signing and delivery as every other delivery, whatever the endpoint subscribes to.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the delivery log of an endpoint
         * @description Every delivery with its attempts: status, duration, error and the start of the response.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{wh_evt}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its payload
         * @description The payload is the exact body of every attempt, as text: its signature covers these bytes.
         */
        get: operations["readWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{wh_evt}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, with the same id and body
         * @description One more attempt at once, in addition to the five automatic ones, with a new timestamp and the current secret.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/redeliver-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all failed deliveries of an endpoint again
         * @description One more attempt at once for each failed and exhausted delivery, the oldest first, at most 1,000 in a request. Deliveries that fail again return to their previous state.
         */
        post: operations["redeliverFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the alert rules detected
         * @description Each with the messages that were sent about it. Resolved alerts are removed after 90 days.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert rules of an environment
         * @description Each with what it watches, where it sends messages, and its quiet hours.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description It is evaluated every 5 seconds. A rule sends one message when its condition begins, and one when it is over.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/alert-rules/{rule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an alert rule
         * @description Its open alerts are resolved.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule
         * @description Applies from now on. Open alerts of a disabled rule are resolved.
         */
        patch: operations["updateAlertRule"];
        trace?: never;
    };
    "/v1/environments/{env}/alert-channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels that alerts are sent to
         * @description With the times of the last success and failure. URLs are masked.
         */
        get: operations["listAlertChannels"];
        put?: never;
        /**
         * Create a channel for alerts
         * @description Takes exactly one target: `emails`, `url` or `endpoint_id`, by kind.
         */
        post: operations["createAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/alert-channels/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel that no rule sends to
         * @description Messages that were waiting for it are canceled.
         */
        delete: operations["deleteAlertChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/alert-channels/{channel}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a channel
         * @description Email and slack: sent before the response, whose `last_error` says why it failed. webhook: queues a `webhook.test` for the endpoint. At most ten at once, and then one a minute, for each member.
         */
        post: operations["testAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a dashboard session
         * @description An unknown email address and a wrong password get the same response in the same time. For a member with a second factor, the right password alone returns 401 `second_factor_required`; the client then sends both again with a `code`: six digits of the app, or a recovery code. `second_factor_wrong` means that the code is wrong or was used.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description The token is invalid from the next request on, in every process.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this session and its member
         * @description The member, the role and the organization that the token belongs to, and when the session ends.
         */
        get: operations["readSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends all of your sessions, including this one, and an unused link to set a password. Returns a new session.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Where you are logged in. The current session is marked.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions immediately
         * @description The token of that session is invalid from the next request on.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start setting up a second factor
         * @description Login requires it only after it has been confirmed.
         */
        post: operations["beginSecondFactor"];
        /**
         * Disable the second factor
         * @description Requires the password and a code of the app, or a recovery code. From then on, the password alone is enough to log in.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable the second factor with a first code
         * @description Logins require a code from now on. Codes that were used once are rejected.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the organization
         * @description Everybody who can log in to the dashboard, with role and state.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite a member; only this response contains the link
         * @description Creates a member without a password. Pass the link on yourself: Assay sends no email.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link with which a member sets a new password
         * @description For a lost password, second factor or invitation. Nothing changes until the link is used; older links expire.
         */
        post: operations["issueMemberLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member and end all of their sessions immediately
         * @description The member’s entries in the audit log stay.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member, effective from the next request
         * @description Owners change roles. The organization always keeps at least one owner.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with a one-time link and start a session
         * @description Ends older sessions of the member and removes their second factor.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the environments of the organization
         * @description Test and live environments with their settings. Data never crosses environments.
         */
        get: operations["listEnvironments"];
        put?: never;
        /**
         * Create an environment with the default policy and no keys
         * @description An organization has at most 100 environments.
         */
        post: operations["createEnvironment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of an environment
         * @description The new settings apply from the next request, in every process.
         */
        patch: operations["updateEnvironment"];
        trace?: never;
    };
    "/v1/environments/{env}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of an environment, including revoked ones
         * @description With the last four characters of each key; the key itself is stored only as a hash.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key; only this response contains its text
         * @description Store the key at once: it is never returned again. A public key may only send events; a secret key belongs on your server.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key immediately, in every process
         * @description Requests with the key get 401 from the next one on.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key of the request and its environment
         * @description A backend that has only its key finds the id of its environment here, for the paths of the lists.
         */
        get: operations["readOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was refused in the last 7 days and how events arrive
         * @description Refused origins and bodies by reason, event types outside the catalog, and unused keys. Signals, SDK versions and clocks come from the newest 500 events. Each process counts at most 20 different values of a kind in five minutes, and the rest as `other`.
         */
        get: operations["readIntegration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/environments/{env}/accounts/{externalAccountId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the identifiers, addresses and client signals of an account
         * @description Also deletes the notes on it, its events and devices that nobody else used. Scores, signals, outcomes and policy versions remain, without the account id. Cannot be undone.
         */
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every change of the control plane, newest first
         * @description With `Accept: application/x-ndjson` or `format=ndjson`, streams every matching item, one per line, and with `Accept: text/csv` or `format=csv` as CSV (RFC 4180); `cursor` sets where the stream starts, and `limit` does not apply. A stream that fails ends without its last chunk. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process responds
         * @description For liveness probes: it reads nothing.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is ready for requests
         * @description For load balancers and readiness probes. Ready means that the process has started, is not stopping, can write to its storage, and works with the schema.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics in the Prometheus text format
         * @description Available to clients on the same machine; others must send ASSAY_METRICS_TOKEN as the bearer token.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this document, OpenAPI 3.1
         * @description Generate clients and types from it, for example with openapi-typescript. A published copy is in `docs/openapi.json`.
         */
        get: operations["describe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "risk.assessment.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive risk.assessment.completed
         * @description Sent when an event was assessed. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onRiskAssessmentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.allow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive decision.allow
         * @description Sent when an event got the decision allow. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDecisionAllow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.monitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive decision.monitor
         * @description Sent when an event got the decision monitor. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDecisionMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive decision.challenge
         * @description Sent when an event got the decision challenge. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDecisionChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive decision.block
         * @description Sent when an event got the decision block. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDecisionBlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive device.new
         * @description Sent when the signal NEW_DEVICE fired. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDeviceNew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "security.credential_stuffing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive security.credential_stuffing
         * @description Sent when the signal CREDENTIAL_STUFFING_SUSPECTED fired. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onSecurityCredentialStuffing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "security.brute_force": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive security.brute_force
         * @description Sent when the signal BRUTE_FORCE_SUSPECTED fired. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onSecurityBruteForce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "security.automation_suspected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive security.automation_suspected
         * @description Sent when the signal AUTOMATION_SUSPECTED fired. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onSecurityAutomationSuspected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.trusted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive device.trusted
         * @description Sent when a member trusted a device. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDeviceTrusted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "device.trust_revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive device.trust_revoked
         * @description Sent when a member revoked the trust of a device. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onDeviceTrustRevoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive outcome.created
         * @description Sent when an outcome was recorded for an event. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onOutcomeCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "outcome.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive outcome.updated
         * @description Sent when a different outcome replaced the current one; an identical one sends nothing. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onOutcomeUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive webhook.test
         * @description Sent when a test was requested; sent to the named endpoint, whatever it subscribes to. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.opened
         * @description Sent when an alert opened; sent to the endpoints that its rule names, whatever they subscribe to. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onAlertOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.resolved
         * @description Sent when an alert that was sent to the endpoint has ended. Verify the signature over the raw body before you read it, respond with 2xx within ten seconds, and drop duplicates by `id`.
         */
        post: operations["onAlertResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Why the request failed (RFC 9457). */
        Problem: {
            /** @description URI of the problem type. */
            type: string;
            /** @description Short summary of the problem type. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What was wrong with this request. */
            detail: string;
            /** @description Stable snake_case error code. */
            code: string;
            /** @description The id of the request, as in the log and in X-Request-Id. */
            request_id: string;
            /** @description The issues of an invalid input. */
            errors?: {
                /** @description RFC 6901 pointer into the body, or the name of a query parameter or header. */
                pointer: string;
                code: string;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        /** @description A signal that fired. */
        FiredSignal: {
            /**
             * @description Stable code, such as NEW_DEVICE.
             * @example NEW_DEVICE
             */
            code: string;
            /** @description What the signal adds to the score; a negative weight lowers it. */
            weight: number;
            /**
             * @description One sentence with the numbers of this event; under a public key a general one without them.
             * @example The device has never been seen before.
             */
            description: string;
        };
        /** @description What the client collected; the SDK fills it in. Every key is optional; absent or null means unknown. Other keys are stored, too. A value of another type counts as unknown and never rejects the event. Strings have up to 4096 characters. */
        ClientSignals: {
            /**
             * @description Random id that the client stores: 8 characters or more. Stored as a hash.
             * @example b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11
             */
            persistent_id?: string | null;
            /** @description Random id of the visit. Stored as a hash. */
            session_token?: string | null;
            /** @description Version of the collector. */
            sdk_version?: string | null;
            /**
             * @description navigator.userAgent
             * @example Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36
             */
            user_agent?: string | null;
            /**
             * @description navigator.platform
             * @example Win32
             */
            platform?: string | null;
            /** @description navigator.vendor */
            vendor?: string | null;
            /**
             * @description IANA name of the time zone.
             * @example Europe/London
             */
            timezone?: string | null;
            /** @description navigator.doNotTrack */
            do_not_track?: string | null;
            /** @description User-agent client hints. */
            ua_data?: {
                /** @description For example Windows. */
                platform?: string | null;
                /** @description For example 15.0.0. */
                platform_version?: string | null;
                /** @description For example x86. */
                architecture?: string | null;
                /** @description For example 64. */
                bitness?: string | null;
                /** @description Device model, on phones. */
                model?: string | null;
                /** @description Whether the browser asks for mobile pages. */
                mobile?: boolean | null;
                /** @description Version of the browser. */
                full_version?: string | null;
                /** @description Name and version of each brand. */
                brands?: string[] | null;
            } | null;
            /**
             * @description navigator.languages
             * @example [
             *       "en-GB",
             *       "en"
             *     ]
             */
            languages?: string[] | null;
            /** @description Installed fonts, up to 4,096 characters in total. */
            fonts?: string[] | null;
            /** @description Names of plugins, up to 4,096 characters in total. */
            plugins?: string[] | null;
            /** @description Screen size in CSS pixels. */
            screen?: {
                /**
                 * @description Width.
                 * @example 1920
                 */
                width?: number | null;
                /**
                 * @description Height.
                 * @example 1080
                 */
                height?: number | null;
                /** @description Width without bars. */
                avail_width?: number | null;
                /** @description Height without bars. */
                avail_height?: number | null;
                /**
                 * @description Bits per pixel.
                 * @example 24
                 */
                color_depth?: number | null;
                /**
                 * @description Device pixels per CSS pixel.
                 * @example 1
                 */
                pixel_ratio?: number | null;
            } | null;
            /** @description The window of the page. */
            window?: {
                /** @description Outer width. */
                outer_width?: number | null;
                /** @description Outer height. */
                outer_height?: number | null;
                /** @description Whether the page has the focus. */
                focused?: boolean | null;
            } | null;
            /**
             * @description Logical processors.
             * @example 8
             */
            hardware_concurrency?: number | null;
            /**
             * @description Memory in GiB, rounded by the browser.
             * @example 8
             */
            device_memory?: number | null;
            /**
             * @description Touch points.
             * @example 0
             */
            max_touch_points?: number | null;
            /** @description Round-trip time that the browser estimates, ms. */
            connection_rtt?: number | null;
            /** @description Unmasked vendor of the graphics driver. */
            webgl_vendor?: string | null;
            /**
             * @description Unmasked renderer of the graphics driver.
             * @example ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)
             */
            webgl_renderer?: string | null;
            /**
             * @description Hash of a drawing.
             * @example 5d41402abc4b2a76
             */
            canvas_hash?: string | null;
            /** @description Hash of WebGL limits and extensions. */
            webgl_hash?: string | null;
            /** @description Hash of a rendered sound. */
            audio_hash?: string | null;
            /** @description Hash of results of math functions. */
            math_hash?: string | null;
            /** @description Hash of the playable media types. */
            codecs_hash?: string | null;
            /** @description Hash of the installed fonts. */
            fonts_hash?: string | null;
            /** @description Number of plugins. */
            plugins_count?: number | null;
            /** @description srgb, p3 or rec2020. */
            color_gamut?: string | null;
            /** @description Whether the screen shows high dynamic range. */
            hdr?: boolean | null;
            /**
             * @description navigator.cookieEnabled
             * @example true
             */
            cookies_enabled?: boolean | null;
            /** @description Whether localStorage works. */
            local_storage?: boolean | null;
            /** @description Whether IndexedDB works. */
            indexed_db?: boolean | null;
            /** @description Traces of automated browsers. */
            automation?: {
                /**
                 * @description navigator.webdriver
                 * @example false
                 */
                webdriver?: boolean | null;
                /** @description Global names of automation tools. */
                globals?: string[] | null;
                /** @description Result of BotD. */
                bot_kind?: string | null;
                /** @description Length of the source of eval, which differs by engine. */
                eval_length?: number | null;
                /** @description navigator.productSub */
                product_sub?: string | null;
                /** @description Whether mime types and plugins agree. */
                mime_types_consistent?: boolean | null;
                /** @description Whether permission and Notification disagree. */
                notification_mismatch?: boolean | null;
                /** @description Whether a worker sees another browser than the page. */
                worker_mismatch?: boolean | null;
                /** @description How many native functions were replaced. */
                native_tampering?: number | null;
            } | null;
            /** @description Counts, never the content of a field. */
            behavior?: {
                /** @description From the start of the SDK to the event, ms. */
                ms_to_submit?: number | null;
                /** @description Key presses. */
                key_events?: number | null;
                /** @description Pointer events. */
                pointer_events?: number | null;
                /** @description Whether something was pasted. */
                pasted?: boolean | null;
            } | null;
            /** @description Failed sources of the SDK; never scored. */
            source_errors?: string[] | null;
            /** @description The `components` of FingerprintJS 5. */
            fingerprintjs?: Record<string, never> | null;
            /** @description The components of ThumbmarkJS. */
            thumbmark?: Record<string, never> | null;
        } & {
            [key: string]: unknown;
        };
        /** @description What really happened, as reported at a given time. */
        Outcome: {
            /** @description Prefix out_. */
            id: string;
            event_id: string;
            /**
             * @description Whether the event was fraud, and of which kind.
             * @enum {string|null}
             */
            label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
            /**
             * @description What the customer's own authentication flow did.
             * @enum {string|null}
             */
            authentication_outcome: "login_success" | "login_failed" | "mfa_passed" | "mfa_failed" | "password_reset_completed" | "password_reset_rejected" | "account_locked" | "session_revoked" | null;
            reason: string | null;
            /** @description Values have at most 200 characters as text. */
            metadata: {
                [key: string]: string | number | boolean;
            } | null;
            submitted_by: {
                /** @enum {string} */
                type: "secret_key" | "user";
                /** @description Prefix key_ or usr_. */
                id: string;
                /**
                 * @description Name of the key, or email of the member.
                 * @example Backend
                 */
                name: string;
            };
            /**
             * Format: date-time
             * @description Later than that of every earlier row of the event.
             */
            submitted_at: string;
            /**
             * @description Exactly one row of an event is current.
             * @example true
             */
            is_current: boolean;
            /**
             * @description What to do about the event.
             * @enum {string}
             */
            decision: "allow" | "monitor" | "challenge" | "block";
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
        };
        /** @description Overrides the thresholds for the events that it matches. */
        Rule: {
            /** @description Prefix polr_. */
            id: string;
            name: string;
            event_type: string | null;
            /** @description As stored: either all or any, with a list of conditions. */
            conditions: unknown;
            /** @description As stored: {"decision": …}. */
            action: unknown;
            priority: number;
        };
        /** @description One version of the policy: thresholds and rules. */
        Policy: {
            version: number;
            thresholds: {
                /** @description Allow up to this score. */
                allow_max: number;
                /** @description Monitor up to this score; at least allow_max. */
                monitor_max: number;
                /** @description Challenge up to this score, block above it; at least monitor_max. */
                challenge_max: number;
            };
            /** @description Highest priority first. */
            rules: components["schemas"]["Rule"][];
            /** Format: date-time */
            updated_at: string;
            /** @description Null for the version created with the environment. */
            updated_by: {
                /** @enum {string} */
                type: "user" | "cli";
                /** @description Prefix usr_, or `cli`. */
                id: string;
                /** @example ana@example.com */
                name: string;
            } | null;
            /** @description Why it was changed; written by the person who changed it. */
            comment: string | null;
        };
        /** @description What a draft policy would have decided over recorded assessments. Nothing is stored. */
        Backtest: {
            events: number;
            changed: number;
            /**
             * @description Events that a force_* account decided; no other count includes them.
             * @example 0
             */
            forced: number;
            /** @description Events whose current outcome has a label. */
            labelled: number;
            /**
             * @description From the recorded decision to the decision of the draft.
             * @example {
             *       "allow": {
             *         "allow": 0,
             *         "monitor": 0,
             *         "challenge": 1,
             *         "block": 0
             *       },
             *       "monitor": {
             *         "allow": 0,
             *         "monitor": 0,
             *         "challenge": 0,
             *         "block": 0
             *       },
             *       "challenge": {
             *         "allow": 0,
             *         "monitor": 0,
             *         "challenge": 0,
             *         "block": 0
             *       },
             *       "block": {
             *         "allow": 0,
             *         "monitor": 0,
             *         "challenge": 0,
             *         "block": 0
             *       }
             *     }
             */
            transitions: {
                allow: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
                monitor: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
                challenge: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
                block: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
            };
            /**
             * @example {
             *       "login": {
             *         "events": 1,
             *         "changed": 1
             *       }
             *     }
             */
            by_event_type: {
                [key: string]: {
                    events: number;
                    changed: number;
                };
            };
            by_day: {
                /** @description UTC. */
                date: string;
                events: number;
                changed: number;
            }[];
            evaluation: {
                /**
                 * @example {
                 *       "correct_allow": 1,
                 *       "correct_monitor": 0,
                 *       "correct_challenge": 0,
                 *       "correct_block": 0,
                 *       "potential_false_positive": 0,
                 *       "potential_false_negative": 0,
                 *       "inconclusive": 0
                 *     }
                 */
                before: {
                    correct_allow: number;
                    correct_monitor: number;
                    correct_challenge: number;
                    correct_block: number;
                    potential_false_positive: number;
                    potential_false_negative: number;
                    inconclusive: number;
                };
                /**
                 * @example {
                 *       "correct_allow": 0,
                 *       "correct_monitor": 0,
                 *       "correct_challenge": 1,
                 *       "correct_block": 0,
                 *       "potential_false_positive": 0,
                 *       "potential_false_negative": 0,
                 *       "inconclusive": 0
                 *     }
                 */
                after: {
                    correct_allow: number;
                    correct_monitor: number;
                    correct_challenge: number;
                    correct_block: number;
                    potential_false_positive: number;
                    potential_false_negative: number;
                    inconclusive: number;
                };
            };
            rules: {
                /**
                 * @description As given, or draft_ and its position in the body, from 1.
                 * @example polr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
                name: string;
                priority: number;
                /** @description Events that it matches, including those that an earlier rule decides. */
                matched: number;
                /** @description Events that it decides. */
                decided: number;
                /** @description Whether an earlier rule decides every event that it matches. */
                hidden: boolean;
            }[];
            /** @description The newest hundred events whose decision changes, newest first. */
            examples: {
                event_id: string;
                event_type: string;
                /** Format: date-time */
                created_at: string;
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                from: "allow" | "monitor" | "challenge" | "block";
                /**
                 * @description What to do about the event.
                 * @example challenge
                 * @enum {string}
                 */
                to: "allow" | "monitor" | "challenge" | "block";
                /**
                 * @description The rule that decided; null when the thresholds alone decided.
                 * @example {
                 *       "id": "polr_01m7zweae9e0ttzdyss4193jta",
                 *       "name": "Challenge payouts from new devices"
                 *     }
                 */
                rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    name: string;
                } | null;
            }[];
        };
        /** @description How many events match a filter. */
        EventCount: {
            /** @description At most 10,000. */
            count: number;
            /**
             * @description False when more events match.
             * @example true
             */
            is_complete: boolean;
        };
        /** @description An event in a list. */
        EventItem: {
            /** @description Prefix evt_. */
            id: string;
            event_type: string;
            external_account_id: string | null;
            ip_masked: string | null;
            device: {
                /** @description Prefix dev_. */
                id: string;
                is_trusted: boolean;
            };
            session: {
                /** @description Prefix ses_. */
                id: string;
            };
            risk: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: {
                    /**
                     * @description Stable code, such as NEW_DEVICE.
                     * @example NEW_DEVICE
                     */
                    code: string;
                    /** @description What the signal adds to the score; a negative weight lowers it. */
                    weight: number;
                }[];
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                default_decision: "allow" | "monitor" | "challenge" | "block";
                policy_version: number;
                /** @description The rule that decided; null when the thresholds alone decided. */
                matched_rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    name: string;
                } | null;
            };
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            /**
             * @description Whether the event was fraud, and of which kind.
             * @enum {string|null}
             */
            label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
            /** @description The member who looks into the event. */
            assigned_to: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description The key that sent the event. Anyone can read the public key in the page, so `public` does not say who sent it.
             * @enum {string}
             */
            credential: "public" | "secret";
        };
        /** @description The risk assessment of an event. */
        RiskAssessment: {
            /** @description Prefix asm_. */
            id: string;
            event_id: string;
            event_type: string;
            /** @description Risk, 0 to 100. */
            score: number;
            /**
             * @description Band of the score.
             * @enum {string}
             */
            level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do about the event.
             * @enum {string}
             */
            default_decision: "allow" | "monitor" | "challenge" | "block";
            /**
             * @description What to do about the event.
             * @enum {string}
             */
            decision: "allow" | "monitor" | "challenge" | "block";
            policy_version: number;
            /** @description The rule that decided; null when the thresholds alone decided. */
            matched_rule: {
                /** @description Prefix polr_. */
                id: string;
                name: string;
            } | null;
            signals: components["schemas"]["FiredSignal"][];
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            /** Format: date-time */
            created_at: string;
        };
        /** @description The recorded assessment, with what the active policy would decide. */
        ComparedAssessment: {
            /** @description Prefix asm_. */
            id: string;
            event_id: string;
            event_type: string;
            /** @description Risk, 0 to 100. */
            score: number;
            /**
             * @description Band of the score.
             * @enum {string}
             */
            level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do about the event.
             * @enum {string}
             */
            default_decision: "allow" | "monitor" | "challenge" | "block";
            /**
             * @description What to do about the event.
             * @enum {string}
             */
            decision: "allow" | "monitor" | "challenge" | "block";
            policy_version: number;
            /** @description The rule that decided; null when the thresholds alone decided. */
            matched_rule: {
                /** @description Prefix polr_. */
                id: string;
                name: string;
            } | null;
            signals: components["schemas"]["FiredSignal"][];
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            /** Format: date-time */
            created_at: string;
            /** @description Whether a `force_…` account of a test environment decided; no policy changes that. */
            forced: boolean;
            /** @description With compare=current: what the active policy decides for the recorded facts. Nothing is stored. */
            as_of_today: {
                /** @enum {boolean} */
                simulation: true;
                policy_version: number;
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                default_decision: "allow" | "monitor" | "challenge" | "block";
                /** @description The rule that decided; null when the thresholds alone decided. */
                matched_rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    name: string;
                } | null;
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                /** @description Whether it differs from the recorded decision. */
                changed: boolean;
            } | null;
        };
        /** @description A device. */
        Device: {
            /** @description Prefix dev_. */
            id: string;
            is_trusted: boolean;
            /** Format: date-time */
            trusted_at: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            event_count: number;
            account_count: number;
            /** @description Browser and operating system in a few words. */
            summary: string;
        };
        /** @description A device and what one account did on it; `event_count` counts the events of that account only. */
        AccountDevice: {
            /** @description Prefix dev_. */
            id: string;
            is_trusted: boolean;
            /** Format: date-time */
            trusted_at: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            event_count: number;
            account_count: number;
            /** @description Browser and operating system in a few words. */
            summary: string;
            /** Format: date-time */
            first_used_at: string;
            /** Format: date-time */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the account first proved the device.
             */
            first_proof_at: string | null;
        };
        /** @description An account and what it did on one device. */
        DeviceAccount: {
            /** @description Null after the account was erased. */
            external_account_id: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            event_count: number;
        };
        /** @description How the device of an event was resolved. */
        Resolution: {
            /** @description Prefix res_. */
            id: string;
            event_id: string;
            /**
             * @description How the device was resolved.
             * @example new_device
             * @enum {string}
             */
            method: "persistent_id" | "fingerprint_exact" | "fingerprint_similar" | "ambiguous" | "new_device" | "insufficient_signals";
            /**
             * @description How likely the result is right, in percent; for `ambiguous` and `new_device`, that the device is new.
             * @example 100
             */
            confidence: number;
            /** @example 0 */
            candidate_count: number;
            /**
             * @description One sentence for analysts.
             * @example No known device shares the id, the signals or the account of this event.
             */
            reason: string;
            /** @example [] */
            matched_signals: string[];
            /** @example [] */
            changed_signals: {
                signal: string;
                from: string;
                to: string;
            }[];
            /** @example [] */
            conflicting_signals: {
                signal: string;
                from: string;
                to: string;
                /** @enum {string} */
                severity: "hard" | "soft";
            }[];
            /**
             * @example [
             *       "canvas_hash",
             *       "audio_hash"
             *     ]
             */
            unknown_signals: string[];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The activity of one account. */
        Account: {
            /** @description Null after the account was erased. */
            external_account_id: string | null;
            event_count: number;
            /** @description Events that were challenged or blocked. */
            stopped_count: number;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
        };
        /** @description The summary of an account, from its counters and its newest events. */
        AccountSummary: {
            /** @description Null after the account was erased. */
            external_account_id: string | null;
            event_count: number;
            /** @description Events that were challenged or blocked. */
            stopped_count: number;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** @description Events that prove its owner, such as logins that are neither challenged nor blocked. */
            proof_count: number;
            /** Format: date-time */
            first_proof_at: string | null;
            /** Format: date-time */
            last_proof_at: string | null;
            /** @description Devices that it used, at most 10,000. */
            device_count: number;
            /** @description Devices that it has proven. */
            proven_device_count: number;
            /** @description Devices with one event, and without a proof or trust. An attack leaves many of them. */
            once_device_count: number;
            /** @description Networks (/24 or /48) that it has proven, at most 1,000. */
            proven_network_count: number;
            /** @description The newest login, signup or second factor that was let through, of those that the server reported if there are any. */
            last_success: {
                /** @description Event id, prefix evt_. */
                id: string;
                event_type: string;
                /** @description 0 to 100. */
                score: number;
                /** @enum {string} */
                decision: "allow" | "monitor" | "challenge" | "block";
                /** Format: date-time */
                created_at: string;
            } | null;
            last_outcome: {
                event_id: string;
                /** @enum {string} */
                label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown";
                /** @enum {string} */
                evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
                /** Format: date-time */
                submitted_at: string;
                /** @example ana@example.com */
                submitted_by: string;
            } | null;
            last_30_days: {
                event_count: number;
                /** @description 0 to 100. */
                max_score: number | null;
                /** @description 0 to 100, rounded. */
                mean_score: number | null;
                /** @description The event with the highest score, of those that the server reported if there are any. */
                riskiest_event: {
                    /** @description Event id, prefix evt_. */
                    id: string;
                    event_type: string;
                    /** @description 0 to 100. */
                    score: number;
                    /** @enum {string} */
                    decision: "allow" | "monitor" | "challenge" | "block";
                    /** Format: date-time */
                    created_at: string;
                } | null;
                /**
                 * @example {
                 *       "allow": 1,
                 *       "monitor": 0,
                 *       "challenge": 0,
                 *       "block": 0
                 *     }
                 */
                decisions: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
            };
            /**
             * Format: date-time
             * @description All events since this time were read: the newest 5,000. Nearly every account has fewer. Older events were read only if scoring keeps them.
             */
            complete_since: string;
        };
        /** @description An important entry in the history of an account. */
        TimelineEntry: {
            /**
             * @description A run of challenged and blocked events at most six hours apart (`stopped`), the first login from a device or network (`first_login`), a password reset or another change of the account that was let through (`change`), a label (`outcome`), or a note on the account or one of its events (`note`).
             * @example first_login
             * @enum {string}
             */
            kind: "stopped" | "first_login" | "change" | "outcome" | "note";
            /** Format: date-time */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            /** @description Events that it is about; 0 for a note on the account. */
            event_count: number;
            /** @description The one with the highest score, of those that the server reported if there are any. */
            event: {
                /** @description Event id, prefix evt_. */
                id: string;
                event_type: string;
                /** @description 0 to 100. */
                score: number;
                /** @enum {string} */
                decision: "allow" | "monitor" | "challenge" | "block";
                /** Format: date-time */
                created_at: string;
            } | null;
            /**
             * @description Distinct, in the order of their first events.
             * @example [
             *       "login"
             *     ]
             */
            event_types: string[];
            device_count: number;
            /** @description Distinct networks (/24 or /48). */
            network_count: number;
            /**
             * @description For a first login: no earlier login on the device was let through.
             * @example true
             */
            new_device: boolean;
            new_network: boolean;
            /**
             * @example null
             * @enum {string|null}
             */
            label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
            /**
             * @example null
             * @enum {string|null}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive" | null;
            /**
             * @description Plain text.
             * @example null
             */
            note: string | null;
            /**
             * @description For an outcome or a note.
             * @example null
             */
            written_by: string | null;
        };
        /** @description An address and what one account did there. */
        AccountNetwork: {
            /** @description Network id, prefix net_. */
            id: string;
            /** @description The address with its last part replaced by xxx. */
            ip_masked: string;
            /** @enum {string} */
            classification: "public" | "private" | "loopback" | "link_local" | "carrier_nat" | "documentation" | "multicast" | "reserved" | "unspecified";
            /** @description Events of the account at the address, among those that were read. */
            event_count: number;
            /** @description Those that were challenged or blocked. */
            stopped_count: number;
            /** Format: date-time */
            first_used_at: string;
            /** Format: date-time */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the account first proved the /24 or /48.
             */
            first_proof_at: string | null;
        };
        /** @description Activity of one address. */
        Network: {
            /** @description Prefix net_. Says nothing about the address; events filter by it. */
            id: string;
            /** @description The address with its last part replaced by xxx. */
            ip_masked: string;
            /**
             * @example documentation
             * @enum {string}
             */
            classification: "public" | "private" | "loopback" | "link_local" | "carrier_nat" | "documentation" | "multicast" | "reserved" | "unspecified";
            /** @enum {string} */
            enrichment_status: "not_configured";
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            country_code: string | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            asn: number | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            organization: string | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            is_vpn: boolean | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            is_proxy: boolean | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            is_tor: boolean | null;
            /**
             * @description Reserved: always null, because no provider is configured.
             * @example null
             */
            is_hosting: boolean | null;
            event_count: number;
            account_count: number;
            device_count: number;
            /**
             * @example {
             *       "allow": 1,
             *       "monitor": 0,
             *       "challenge": 0,
             *       "block": 0
             *     }
             */
            decisions: {
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            };
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
        };
        /** @description What happened at one address, from its newest events. */
        NetworkActivity: {
            /** @description Events that were read: the newest 5,000 of the address. */
            event_count: number;
            /**
             * Format: date-time
             * @description All events since this time were read; null when all were.
             * @example null
             */
            complete_since: string | null;
            /** @description Hours with events, oldest first. */
            hours: {
                /**
                 * Format: date-time
                 * @description Its start.
                 */
                hour: string;
                /**
                 * @example {
                 *       "allow": 1,
                 *       "monitor": 0,
                 *       "challenge": 0,
                 *       "block": 0
                 *     }
                 */
                decisions: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
            }[];
            /**
             * @description The /24 or /48 of the address, in which proofs are counted.
             * @example 203.0.113.0/24
             */
            proven_in: string;
            account_count: number;
            /** @description Accounts that have proven this network. */
            proven_account_count: number;
            /** @description At most 100: first those with the most events that the server reported, then those with the most events. */
            accounts: {
                /** @description Null after the account was erased. */
                external_account_id: string | null;
                /** @description Events at the address. */
                event_count: number;
                /** @description Those that were challenged or blocked. */
                stopped_count: number;
                /** @description Logins, signups and second factors that were let through. */
                succeeded_count: number;
                /** Format: date-time */
                first_seen_at: string;
                /** Format: date-time */
                last_seen_at: string;
                /**
                 * Format: date-time
                 * @description When the account first proved this network.
                 */
                first_proof_at: string | null;
            }[];
        };
        /** @description Up to ten hits of each kind. */
        SearchResult: {
            /** @description By the beginning of an event, assessment or resolution id; `at` is when the event was received. */
            events: {
                /** @description Prefix evt_. */
                id: string;
                /** Format: date-time */
                at: string;
                event_type: string | null;
                external_account_id: string | null;
            }[];
            /** @description `at` is when it was last seen. */
            devices: {
                /** @description Prefix dev_. */
                id: string;
                /** Format: date-time */
                at: string;
                summary: string | null;
            }[];
            /** @description `at` is when it started. */
            sessions: {
                /** @description Prefix ses_. */
                id: string;
                /** Format: date-time */
                at: string;
                device_id: string | null;
                external_account_id: string | null;
            }[];
            /** @description `at` is when it was queued. */
            deliveries: {
                /** @description Prefix wh_evt_. */
                id: string;
                /** Format: date-time */
                at: string;
                /** @example decision.allow */
                type: string | null;
                endpoint_id: string | null;
            }[];
            /** @description By the beginning of the id. */
            accounts: {
                external_account_id: string;
            }[];
            /** @description By a complete address, or by a masked one, the last seen first. */
            networks: components["schemas"]["Network"][];
        };
        /** @description What was seen together, within two steps. */
        Links: {
            /**
             * @description The start first, then by distance.
             * @example [
             *       {
             *         "id": "u_1",
             *         "kind": "account",
             *         "label": "u_1",
             *         "distance": 0,
             *         "event_count": 1
             *       },
             *       {
             *         "id": "dev_01m7zweae9e0ttzdyss4193jta",
             *         "kind": "device",
             *         "label": "Chrome 147 on Windows",
             *         "distance": 1,
             *         "event_count": 1
             *       }
             *     ]
             */
            nodes: {
                /** @description An external account id, a device id or a network id; null for an erased account. */
                id: string | null;
                /** @enum {string} */
                kind: "account" | "device" | "network";
                label: string;
                /** @description Steps from the start. */
                distance: number;
                event_count: number;
            }[];
            /**
             * @description Positions in `nodes`.
             * @example [
             *       {
             *         "from": 0,
             *         "to": 1
             *       }
             *     ]
             */
            edges: {
                from: number;
                to: number;
            }[];
            /** @description Whether a node has more neighbors than were followed. */
            truncated: boolean;
        };
        /** @description Challenged and blocked events that belong together. */
        Campaign: {
            /** @description Prefix cmp_ and the number of the first event. The number of any event of the campaign identifies it, too. */
            id: string;
            /**
             * @description What connects the events: a device, fingerprint or address (`source`), attempts on one account from changing sources (`account`), or an attack pattern from sources that are hardly ever seen twice, each within four hours of the previous one: failed logins that each try another account (`stuffing`) or card testing (`card_testing`). `single` is one event.
             * @enum {string}
             */
            kind: "source" | "account" | "stuffing" | "card_testing" | "single";
            /**
             * Format: date-time
             * @description When the first event was received.
             */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            /** @description Challenged and blocked events. */
            event_count: number;
            /** @description Events whose current outcome has a label. */
            labeled_count: number;
            account_count: number;
            /** @description The account, if all events concern one. */
            external_account_id: string | null;
            device_count: number;
            /** @description Distinct public addresses; an IPv6 network of 64 bits counts as one. */
            address_count: number;
            fingerprint_count: number;
            /** @example 95 */
            max_score: number;
            /**
             * @example {
             *       "allow": 0,
             *       "monitor": 0,
             *       "challenge": 0,
             *       "block": 1
             *     }
             */
            decisions: {
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            };
            event_types: {
                /** @example login_failed */
                event_type: string;
                count: number;
            }[];
        };
        /** @description A campaign with the ids of its events. */
        CampaignDetail: {
            /** @description Prefix cmp_ and the number of the first event. The number of any event of the campaign identifies it, too. */
            id: string;
            /**
             * @description What connects the events: a device, fingerprint or address (`source`), attempts on one account from changing sources (`account`), or an attack pattern from sources that are hardly ever seen twice, each within four hours of the previous one: failed logins that each try another account (`stuffing`) or card testing (`card_testing`). `single` is one event.
             * @enum {string}
             */
            kind: "source" | "account" | "stuffing" | "card_testing" | "single";
            /**
             * Format: date-time
             * @description When the first event was received.
             */
            first_at: string;
            /** Format: date-time */
            last_at: string;
            /** @description Challenged and blocked events. */
            event_count: number;
            /** @description Events whose current outcome has a label. */
            labeled_count: number;
            account_count: number;
            /** @description The account, if all events concern one. */
            external_account_id: string | null;
            device_count: number;
            /** @description Distinct public addresses; an IPv6 network of 64 bits counts as one. */
            address_count: number;
            fingerprint_count: number;
            /** @example 95 */
            max_score: number;
            /**
             * @example {
             *       "allow": 0,
             *       "monitor": 0,
             *       "challenge": 0,
             *       "block": 1
             *     }
             */
            decisions: {
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            };
            event_types: {
                /** @example login_failed */
                event_type: string;
                count: number;
            }[];
            /**
             * @description External ids, at most 100.
             * @example [
             *       "u_1"
             *     ]
             */
            account_ids: string[];
            /**
             * @description External ids, at most 100, of the accounts with a challenged or blocked event that reports a successful login: the password was correct. If the server reports logins, those under a public key do not count.
             * @example []
             */
            entered_account_ids: string[];
            /** @example 0 */
            entered_account_count: number;
            /** @description Every event of the campaign, oldest first. */
            event_ids: string[];
            /** @description Allowed and monitored events with a device or fingerprint of the campaign, at most 1,000. */
            let_through_ids: string[];
        };
        /** @description An event that a campaign let through. */
        LetThroughEvent: {
            /** @description Prefix evt_. */
            id: string;
            event_type: string;
            external_account_id: string | null;
            ip_masked: string | null;
            device: {
                /** @description Prefix dev_. */
                id: string;
                is_trusted: boolean;
            };
            session: {
                /** @description Prefix ses_. */
                id: string;
            };
            risk: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: {
                    /**
                     * @description Stable code, such as NEW_DEVICE.
                     * @example NEW_DEVICE
                     */
                    code: string;
                    /** @description What the signal adds to the score; a negative weight lowers it. */
                    weight: number;
                }[];
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                default_decision: "allow" | "monitor" | "challenge" | "block";
                policy_version: number;
                /** @description The rule that decided; null when the thresholds alone decided. */
                matched_rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    name: string;
                } | null;
            };
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            /**
             * @description Whether the event was fraud, and of which kind.
             * @enum {string|null}
             */
            label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
            /** @description The member who looks into the event. */
            assigned_to: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            } | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description The key that sent the event. Anyone can read the public key in the page, so `public` does not say who sent it.
             * @enum {string}
             */
            credential: "public" | "secret";
            /** @description The newest campaign with its device or fingerprint, prefix cmp_. */
            campaign_id: string;
        };
        /** @description Outcomes recorded by one request. */
        OutcomeBatch: {
            /** @description Prefix otb_. */
            id: string;
            event_count: number;
            /** @description Outcome rows that this request wrote; events that already had the label get none. */
            written_count: number;
            /** Format: date-time */
            submitted_at: string;
            /**
             * Format: date-time
             * @example null
             */
            undone_at: string | null;
        };
        /** @description What a member wrote about an event, an account or a device. */
        Note: {
            /** @description Prefix not_. */
            id: string;
            /**
             * @description What the note is about.
             * @enum {string}
             */
            on: "event" | "account" | "device";
            text: string;
            created_by: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Later than `created_at` when the text was changed.
             */
            updated_at: string;
        };
        /** @description Which member looks into an event. */
        Assignment: {
            event_id: string;
            /** @description The member who looks into the event. */
            assigned_to: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            } | null;
            /** Format: date-time */
            assigned_at: string | null;
        };
        /** @description The result of assigning many events by one request. */
        AssignedEvents: {
            /** @description Distinct events of the request. */
            event_count: number;
            /** @description Events whose assignment changed. The others already had this assignment, or were skipped. */
            changed_count: number;
            /** @description Events that stay assigned to another member. */
            skipped_count: number;
            /** @description The first 100 of them, by event id. */
            skipped: components["schemas"]["Assignment"][];
        };
        /** @description Filters of a list under a name. */
        SavedView: {
            /** @description Prefix vew_. */
            id: string;
            /** @enum {string} */
            list: "events" | "worklist" | "devices" | "accounts";
            /**
             * @description Display name, not blank; white space around it is removed.
             * @example Blocked logins
             */
            name: string;
            /** @description Whether all members of the organization see it. */
            shared: boolean;
            /** @description The parameters of the list's address, each with its values, without `cursor`. */
            query: {
                [key: string]: string[];
            };
            created_by: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Counts of one day. */
        Overview: {
            /** @description The day, UTC. */
            date: string;
            events: number;
            /**
             * @example {
             *       "login": 1
             *     }
             */
            by_event_type: {
                [key: string]: number;
            };
            /**
             * @example {
             *       "allow": 1,
             *       "monitor": 0,
             *       "challenge": 0,
             *       "block": 0
             *     }
             */
            by_decision: {
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            };
            /**
             * @example {
             *       "low": 1,
             *       "medium": 0,
             *       "high": 0,
             *       "critical": 0
             *     }
             */
            by_level: {
                low: number;
                medium: number;
                high: number;
                critical: number;
            };
            /**
             * @example {
             *       "correct_allow": 1,
             *       "correct_monitor": 0,
             *       "correct_challenge": 0,
             *       "correct_block": 0,
             *       "potential_false_positive": 0,
             *       "potential_false_negative": 0,
             *       "inconclusive": 0
             *     }
             */
            by_evaluation: {
                correct_allow: number;
                correct_monitor: number;
                correct_challenge: number;
                correct_block: number;
                potential_false_positive: number;
                potential_false_negative: number;
                inconclusive: number;
            };
            top_signals: {
                /**
                 * @description Stable code, such as NEW_DEVICE.
                 * @example NEW_DEVICE
                 */
                code: string;
                count: number;
            }[];
            /** @description Devices first seen on that day, whatever the type of event. */
            new_devices: number;
            active_devices: number;
            active_accounts: number;
            distinct_ips: number;
            /** @description Outcome rows written on that day. */
            outcomes: number;
            /**
             * @example {
             *       "delivered": 1,
             *       "retrying": 0,
             *       "failed": 0
             *     }
             */
            webhooks: {
                delivered: number;
                retrying: number;
                failed: number;
            };
            /**
             * @description All 24 hours, zeros included.
             * @example [
             *       {
             *         "hour": 12,
             *         "events": 1,
             *         "allow": 1,
             *         "monitor": 0,
             *         "challenge": 0,
             *         "block": 0
             *       }
             *     ]
             */
            hours: {
                hour: number;
                events: number;
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            }[];
        };
        /** @description Counts of a range of days. */
        Trends: {
            /**
             * @description The first day, UTC.
             * @example 2026-03-01
             */
            from: string;
            /**
             * @description The last day, UTC, inclusive.
             * @example 2026-03-01
             */
            to: string;
            events: number;
            /**
             * @example {
             *       "allow": 1,
             *       "monitor": 0,
             *       "challenge": 0,
             *       "block": 0
             *     }
             */
            by_decision: {
                allow: number;
                monitor: number;
                challenge: number;
                block: number;
            };
            /** @description Devices first seen. */
            new_devices: number;
            /** @description Accounts first seen. */
            new_accounts: number;
            /**
             * @example {
             *       "login": 1
             *     }
             */
            by_event_type: {
                [key: string]: number;
            };
            top_signals: {
                /**
                 * @description Stable code, such as NEW_DEVICE.
                 * @example NEW_DEVICE
                 */
                code: string;
                count: number;
            }[];
            /** @description Every day, zeros included. */
            days: {
                date: string;
                events: number;
                /**
                 * @example {
                 *       "allow": 1,
                 *       "monitor": 0,
                 *       "challenge": 0,
                 *       "block": 0
                 *     }
                 */
                by_decision: {
                    allow: number;
                    monitor: number;
                    challenge: number;
                    block: number;
                };
                /** @description Devices first seen. */
                new_devices: number;
                /** @description Accounts first seen. */
                new_accounts: number;
            }[];
        };
        /** @description The event and its risk. With a public key of an environment with `public_risk: none`, only `id` and `created_at`. */
        RecordedEvent: {
            /** @description Prefix evt_. */
            id: string;
            event_type?: string;
            external_account_id?: string | null;
            /** Format: date-time */
            created_at: string;
            device?: {
                /** @description Prefix dev_. */
                id: string;
                is_trusted: boolean;
            };
            session?: {
                /** @description Prefix ses_. */
                id: string;
            };
            risk?: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: components["schemas"]["FiredSignal"][];
                /** @description The rule that decided; null when the thresholds alone decided. */
                matched_rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    /** @description Absent under a public key. */
                    name?: string;
                } | null;
                policy_version: number;
            };
        };
        /** @description One event with its device, network, risk assessment and outcome. */
        EventDetail: {
            /** @description Prefix evt_. */
            id: string;
            event_type: string;
            /**
             * @description The key that sent the event. Anyone can read the public key in the page, so `public` does not say who sent it.
             * @enum {string}
             */
            credential: "public" | "secret";
            external_account_id: string | null;
            /** @description The raw address, in canonical form. */
            ip_address: string | null;
            /**
             * Format: date-time
             * @description When the event arrived.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the event happened: the arrival time unless the backend sent another.
             */
            occurred_at: string;
            device: {
                /** @description Prefix dev_. */
                id: string;
                is_trusted: boolean;
                /** Format: date-time */
                first_seen_at: string;
                /** Format: date-time */
                last_seen_at: string;
            };
            session: {
                /** @description Prefix ses_. */
                id: string;
                event_count: number;
                /** Format: date-time */
                started_at: string;
                /** Format: date-time */
                last_seen_at: string;
            };
            resolution: {
                /**
                 * @description How the device was resolved.
                 * @example new_device
                 * @enum {string}
                 */
                method: "persistent_id" | "fingerprint_exact" | "fingerprint_similar" | "ambiguous" | "new_device" | "insufficient_signals";
                /**
                 * @description How likely the result is right, in percent; for `ambiguous` and `new_device`, that the device is new.
                 * @example 100
                 */
                confidence: number;
                /** @example 0 */
                candidate_count: number;
                /**
                 * @description One sentence for analysts.
                 * @example No known device shares the id, the signals or the account of this event.
                 */
                reason: string;
                /** @example [] */
                matched_signals: string[];
                /** @example [] */
                changed_signals: {
                    signal: string;
                    from: string;
                    to: string;
                }[];
                /** @example [] */
                conflicting_signals: {
                    signal: string;
                    from: string;
                    to: string;
                    /** @enum {string} */
                    severity: "hard" | "soft";
                }[];
                /**
                 * @example [
                 *       "canvas_hash",
                 *       "audio_hash"
                 *     ]
                 */
                unknown_signals: string[];
            };
            network: {
                /**
                 * @example documentation
                 * @enum {string}
                 */
                classification: "public" | "private" | "loopback" | "link_local" | "carrier_nat" | "documentation" | "multicast" | "reserved" | "unspecified";
                /** @enum {string} */
                enrichment_status: "not_configured";
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                country_code: string | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                asn: number | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                organization: string | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                is_vpn: boolean | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                is_proxy: boolean | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                is_tor: boolean | null;
                /**
                 * @description Reserved: always null, because no provider is configured.
                 * @example null
                 */
                is_hosting: boolean | null;
            };
            automation: {
                /** @example 0 */
                score: number;
                webdriver: boolean;
                headless_hint: boolean;
                runtime_inconsistency: boolean;
            };
            risk: {
                /** @description Prefix asm_. */
                id: string;
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                default_decision: "allow" | "monitor" | "challenge" | "block";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                policy_version: number;
                /** @description The rule that decided; null when the thresholds alone decided. */
                matched_rule: {
                    /** @description Prefix polr_. */
                    id: string;
                    name: string;
                } | null;
                /** @description Whether a `force_…` account of a test environment decided. */
                forced: boolean;
                signals: {
                    /**
                     * @description Stable code, such as NEW_DEVICE.
                     * @example NEW_DEVICE
                     */
                    code: string;
                    /** @description What the signal adds to the score; a negative weight lowers it. */
                    weight: number;
                    /**
                     * @description One sentence with the numbers of this event; under a public key a general one without them.
                     * @example The device has never been seen before.
                     */
                    description: string;
                    /**
                     * @description Counts, windows and thresholds. Names that end in `_ms` are durations in milliseconds, names that end in `_at` times.
                     * @example {
                     *       "device_created": true,
                     *       "resolution": "new_device"
                     *     }
                     */
                    metadata: {
                        [key: string]: unknown;
                    };
                }[];
            };
            /** @description The current row. */
            outcome: components["schemas"]["Outcome"] | null;
            /**
             * @description The decision compared with the label.
             * @enum {string}
             */
            evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            /** @description The member who looks into the event. */
            assigned_to: {
                /** @description Prefix usr_; the member may be removed. */
                id: string;
                /**
                 * @description The email at that time.
                 * @example ana@example.com
                 */
                name: string;
            } | null;
        };
        /** @description A URL that receives webhooks. */
        WebhookEndpoint: {
            /** @description Prefix whe_. */
            id: string;
            url: string;
            /**
             * @description Free text.
             * @example Decisions for the shop
             */
            description: string | null;
            /** @description Types that the endpoint receives; `["*"]` for all. */
            event_types: ("*" | "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test")[];
            /**
             * @description While the endpoint is disabled, nothing is sent to it and nothing is queued for it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
            /**
             * @description Failed attempts since the last success.
             * @example 0
             */
            consecutive_failures: number;
        };
        /** @description A webhook endpoint with its signing secret. */
        WebhookEndpointWithSecret: {
            /** @description Prefix whe_. */
            id: string;
            url: string;
            /**
             * @description Free text.
             * @example Decisions for the shop
             */
            description: string | null;
            /** @description Types that the endpoint receives; `["*"]` for all. */
            event_types: ("*" | "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test")[];
            /**
             * @description While the endpoint is disabled, nothing is sent to it and nothing is queued for it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
            /**
             * @description Failed attempts since the last success.
             * @example 0
             */
            consecutive_failures: number;
            /** @description Prefix whsec_. Returned only once. */
            secret: string;
        };
        /** @description One logical delivery with its attempts. */
        WebhookDelivery: {
            /** @description Prefix wh_evt_; the id of the envelope, the same in every attempt. */
            id: string;
            /** @enum {string} */
            type: "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test" | "alert.opened" | "alert.resolved";
            event_id: string | null;
            /**
             * @description pending: an attempt is due or in progress. delivered: the receiver responded 2xx. failed: the receiver rejected it permanently. exhausted: five attempts failed. cancelled: the endpoint was deleted.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "exhausted" | "cancelled";
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            attempts: {
                /** @description Prefix wha_. */
                id: string;
                /** @description 1, 2, 3 …; redeliveries continue the count. */
                number: number;
                /** Format: date-time */
                started_at: string;
                /** @description Null while the attempt is in progress. */
                duration_ms: number | null;
                http_status: number | null;
                /** @description Why no response arrived; null when one did. `in_progress` before there is a result. */
                error: string | null;
                /** @description First 2 KiB of the response, with secrets masked. */
                response_snippet: string | null;
            }[];
        };
        /** @description A delivery with what it sends. */
        WebhookDeliveryWithPayload: {
            /** @description Prefix wh_evt_; the id of the envelope, the same in every attempt. */
            id: string;
            /** @enum {string} */
            type: "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test" | "alert.opened" | "alert.resolved";
            event_id: string | null;
            /**
             * @description pending: an attempt is due or in progress. delivered: the receiver responded 2xx. failed: the receiver rejected it permanently. exhausted: five attempts failed. cancelled: the endpoint was deleted.
             * @example delivered
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "exhausted" | "cancelled";
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            attempts: {
                /** @description Prefix wha_. */
                id: string;
                /** @description 1, 2, 3 …; redeliveries continue the count. */
                number: number;
                /** Format: date-time */
                started_at: string;
                /** @description Null while the attempt is in progress. */
                duration_ms: number | null;
                http_status: number | null;
                /** @description Why no response arrived; null when one did. `in_progress` before there is a result. */
                error: string | null;
                /** @description First 2 KiB of the response, with secrets masked. */
                response_snippet: string | null;
            }[];
            /**
             * @description The exact body of every attempt.
             * @example {"id":"wh_evt_01m7zweae9e0ttzdyss4193jta","type":"risk.assessment.completed","created_at":"2026-03-01T12:00:00.000Z","api_version":"2026-11-01","data":{"event_id":"evt_01m7zweae9e0ttzdyss4193jta","event_type":"login","device_id":"dev_01m7zweae9e0ttzdyss4193jta","risk":{"score":20,"level":"low","decision":"allow","signals":[{"code":"NEW_DEVICE","weight":20,"description":"The device has never been seen before."}]}}}
             */
            payload: string;
        };
        /** @description A condition that a rule detected. A rule has one open alert for a subject, such as an endpoint. */
        Alert: {
            /** @description Prefix alt_. */
            id: string;
            /** @description Prefix alr_; the rule may be deleted. */
            rule_id: string;
            /** @example Blocked logins */
            rule_name: string;
            /** @enum {string} */
            kind: "block_share" | "attack_wave" | "webhook_failing" | "refused_origins";
            /** @enum {string} */
            status: "open" | "resolved";
            /**
             * @description What happened, in one sentence.
             * @example 40 % of the events were blocked: 40 of 100 within 15 minutes.
             */
            what: string;
            /**
             * @description Where to look: a path of the dashboard below the environment.
             * @example events?decision=block
             */
            path: string;
            /**
             * @description The measured value, in the unit of the threshold.
             * @example 40
             */
            value: number;
            /** @example 20 */
            threshold: number;
            /**
             * Format: date-time
             * @description When it began, as far as the data says.
             */
            since: string;
            /** Format: date-time */
            opened_at: string;
            /**
             * Format: date-time
             * @example null
             */
            resolved_at: string | null;
            notifications: {
                /** @description Prefix alc_; the channel may be deleted. */
                channel_id: string;
                /** @enum {string} */
                type: "alert.opened" | "alert.resolved";
                /**
                 * @description pending: due at `due_at`. sent: the receiver accepted it; for a webhook, its delivery was queued, see `delivery_status`. failed: five attempts failed. cancelled: the channel was deleted.
                 * @example sent
                 * @enum {string}
                 */
                status: "pending" | "sent" | "failed" | "cancelled";
                /**
                 * @description The state of the delivery that was queued for a webhook. null for other channels, before the delivery is queued, and when the log no longer has it.
                 * @example null
                 * @enum {string|null}
                 */
                delivery_status: "pending" | "delivered" | "failed" | "exhausted" | "cancelled" | null;
                /** Format: date-time */
                due_at: string;
                /** Format: date-time */
                sent_at: string | null;
                attempts: number;
                /** @description Why the last attempt failed. */
                error: string | null;
            }[];
        };
        /** @description What a rule watches, and where its alerts are sent. */
        AlertRule: {
            /** @description Prefix alr_. */
            id: string;
            /**
             * @description Display name, not blank; white space around it is removed.
             * @example Blocked logins
             */
            name: string;
            /** @enum {string} */
            kind: "block_share" | "attack_wave" | "webhook_failing" | "refused_origins";
            /**
             * @description The rule alerts at or above this value. block_share: 1 to 100 percent of the events. attack_wave: 2 to 2,000 challenged and blocked events in one campaign. webhook_failing: 1 to 1,000 failed attempts in a row. refused_origins: 1 to 1,000,000 refused events.
             * @example 20
             */
            threshold: number;
            /** @description How far back events are counted. Not used by webhook_failing. */
            window_minutes: number;
            /** @description block_share: with fewer events there is no alert. */
            min_events: number;
            /** @description Ids of channels. With none, alerts appear in the dashboard only. */
            channels: string[];
            /** @description Messages that fall due between these times of day wait until `to`, which may be on the next day. An alert that has ended by then gets a single message. */
            quiet_hours: {
                /** @example 22:00 */
                from: string;
                /** @example 07:00 */
                to: string;
                /** @example Europe/Berlin */
                time_zone: string;
            } | null;
            /**
             * @description A disabled rule is not evaluated, and its alerts end.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Where alerts are sent. */
        AlertChannel: {
            /** @description Prefix alc_. */
            id: string;
            /** @example On call */
            name: string;
            /** @enum {string} */
            kind: "email" | "slack" | "webhook";
            /**
             * @description Addresses, the masked URL, or the URL of the webhook endpoint.
             * @example oncall@example.com
             */
            target: string;
            /**
             * @description Of a webhook channel. Prefix whe_.
             * @example null
             */
            endpoint_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
            /** @description Failed attempts since the last success; above 0, alerts do not arrive. */
            consecutive_failures: number;
            /**
             * @description Why the last attempt failed.
             * @example null
             */
            last_error: string | null;
        };
        /** @description An environment with its own keys, data, policy and webhooks. */
        Environment: {
            /** @description Prefix env_. */
            id: string;
            /** @enum {string} */
            kind: "test" | "live";
            /**
             * @description Display name, not blank; white space around it is removed.
             * @example Shop
             */
            name: string;
            /** @description Origins of pages that may send events. An empty list allows any origin. */
            allowed_origins: string[];
            /**
             * @description What a caller with a public key receives: the full risk, or none of it.
             * @enum {string}
             */
            public_risk: "full" | "none";
            /** @description Days after which raw addresses and client signals are removed; null keeps them. */
            retention_days: number | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A key without its text. */
        Key: {
            /** @description Prefix key_. */
            id: string;
            /**
             * @example secret
             * @enum {string}
             */
            kind: "public" | "secret";
            /**
             * @description Display name, empty if the key has none; white space around it is removed.
             * @example Backend
             */
            name: string;
            /** @description The last four characters. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example null
             */
            revoked_at: string | null;
        };
        /** @description A key that was just created. */
        KeyWithText: {
            /** @description Prefix key_. */
            id: string;
            /**
             * @example secret
             * @enum {string}
             */
            kind: "public" | "secret";
            /**
             * @description Display name, empty if the key has none; white space around it is removed.
             * @example Backend
             */
            name: string;
            /** @description The last four characters. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             * @example null
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example null
             */
            revoked_at: string | null;
            /** @description The key itself. Returned only once. */
            key: string;
        };
        /** @description The key that sent the request, and its environment. */
        OwnKey: {
            /** @description Prefix key_. */
            id: string;
            /**
             * @example secret
             * @enum {string}
             */
            kind: "public" | "secret";
            /**
             * @description Display name, empty if the key has none; white space around it is removed.
             * @example Backend
             */
            name: string;
            /** @description The last four characters. */
            last_four: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @example null
             */
            revoked_at: string | null;
            environment: components["schemas"]["Environment"];
        };
        /** @description How an environment is connected: refused events, how events arrive, and unused keys. */
        Integration: {
            /**
             * Format: date-time
             * @description Counts start at this time.
             */
            from: string;
            refused_events: {
                /**
                 * @description Code of the error.
                 * @example rate_limited
                 */
                code: string;
                count: number;
                /**
                 * Format: date-time
                 * @description Accurate to five minutes.
                 */
                last_at: string;
            }[];
            refused_origins: {
                origin: string;
                count: number;
                /**
                 * Format: date-time
                 * @description Accurate to five minutes.
                 */
                last_at: string;
            }[];
            /** @description What was wrong with bodies that were refused. */
            issues: {
                /**
                 * @description Code of the issue.
                 * @example unknown_field
                 */
                code: string;
                /**
                 * @description Place in the body; names that are not names of fields are left out.
                 * @example /account
                 */
                pointer: string;
                count: number;
                /**
                 * Format: date-time
                 * @description Accurate to five minutes.
                 */
                last_at: string;
            }[];
            /** @description Event types outside the catalog, first those that closely resemble a type of the catalog. */
            event_types: {
                /** @example email_changed */
                event_type: string;
                /**
                 * @description The type of the catalog that it is scored as, or null.
                 * @example email_change
                 */
                read_as: string | null;
                count: number;
            }[];
            /** @description The newest events, at most 500; `sdk_versions` and `clock` are of the same events. */
            sample: {
                events: number;
                /** Format: date-time */
                first_at: string | null;
                /** Format: date-time */
                last_at: string | null;
                by_key: {
                    public: {
                        events: number;
                        /** @description Too few client signals for a fingerprint. */
                        few_signals: number;
                        /** @description The events from the address that most events have. */
                        busiest_address: {
                            events: number;
                            /** @description Different accounts in these events. */
                            accounts: number;
                        };
                    };
                    secret: {
                        events: number;
                        /** @description Too few client signals for a fingerprint. */
                        few_signals: number;
                        /** @description The events from the address that most events have. */
                        busiest_address: {
                            events: number;
                            /** @description Different accounts in these events. */
                            accounts: number;
                        };
                    };
                };
            };
            sdk_versions: {
                /** @example 0.1.0 */
                version: string;
                count: number;
            }[];
            /** @description Times that backends sent in `occurred_at`, compared with the arrival. */
            clock: {
                /** @description Events that were sent with `occurred_at`. */
                dated: number;
                /** @description Dated more than a second after they were received. */
                ahead: number;
                /** @description Dated more than five minutes before they were received. */
                late: number;
                max_ahead_seconds: number;
                /** @description From the time of the event until it was received. */
                median_delay_seconds: number;
            };
            /** @description Active keys that were not used for 30 days, or that are older than a day and were never used. */
            unused_keys: components["schemas"]["Key"][];
            /** @description The installation has an SMTP server. Without one, alerts cannot be sent by email. */
            mail_server: boolean;
            steps: {
                /** @description An event of the sample came from the SDK. */
                sdk_seen: boolean;
                /** @description The environment lists allowed origins. */
                origins_set: boolean;
                /** @description An endpoint has accepted a delivery. */
                webhook_verified: boolean;
            };
        };
        /** @description One change of the control plane. Never edited, never deleted. */
        AuditEntry: {
            /** @description Prefix aud_. */
            id: string;
            /**
             * @description 1, 2, 3 … within the organization, without gaps.
             * @example 2
             */
            sequence: number;
            /**
             * @example key.created
             * @enum {string}
             */
            action: "organization.created" | "environment.created" | "environment.updated" | "key.created" | "key.revoked" | "member.invited" | "member.created" | "member.joined" | "member.role_changed" | "member.removed" | "member.link_issued" | "member.password_changed" | "member.second_factor_enabled" | "member.second_factor_disabled" | "member.recovery_code_used" | "member.verification_rejected" | "session.started" | "session.rejected" | "session.revoked" | "device.trusted" | "device.trust_revoked" | "account.erased" | "outcomes.recorded" | "outcomes.undone" | "policy.thresholds_changed" | "policy.rule_created" | "policy.rule_updated" | "policy.rule_deleted" | "policy.applied" | "policy.restored" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.test_sent" | "webhook.redelivered" | "webhook.failed_redelivered" | "alert_channel.created" | "alert_channel.deleted" | "alert_channel.test_sent" | "alert_rule.created" | "alert_rule.updated" | "alert_rule.deleted" | "note.created" | "note.updated" | "note.deleted" | "event.assigned" | "event.unassigned" | "events.assigned" | "events.unassigned" | "saved_view.created" | "saved_view.updated" | "saved_view.deleted";
            actor: {
                /** @enum {string} */
                type: "user" | "cli";
                /** @description Prefix usr_, or `cli`. */
                id: string;
                /** @example ana@example.com */
                name: string;
            };
            ip_masked: string | null;
            target: {
                /** @example key */
                type: string;
                /** @example key_01m7zweae9e0ttzdyss4193jta */
                id: string;
            };
            environment_id: string | null;
            /**
             * @description The state before the change; null if the target did not exist. Never contains a secret.
             * @example null
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The state after the change; null if the target no longer exists. Never contains a secret.
             * @example {
             *       "kind": "secret",
             *       "name": "Backend"
             *     }
             */
            after: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description Hash of the previous entry; 64 zeros for the first.
             * @example 5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
             */
            previous_hash: string;
            /**
             * @description SHA-256 over the previous hash and this entry.
             * @example d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4
             */
            hash: string;
        };
        /** @description A member who may log in to the dashboard. */
        Member: {
            /** @description Prefix usr_. */
            id: string;
            email: string;
            /**
             * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
             * @enum {string}
             */
            role: "owner" | "admin" | "analyst" | "viewer";
            /**
             * @description invited: has no password yet.
             * @enum {string}
             */
            status: "active" | "invited";
            /** Format: date-time */
            created_at: string;
        };
        /** @description A member and the link with which they set a password. */
        Invitation: {
            /** @description Prefix usr_. */
            id: string;
            email: string;
            /**
             * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
             * @enum {string}
             */
            role: "owner" | "admin" | "analyst" | "viewer";
            /**
             * @description Can be used once, within seven days. Returned only once.
             * @example https://risk.example.com/#/invitation?token=inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv
             */
            invitation_url: string;
            /**
             * @description The token of that URL.
             * @example inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv
             */
            invitation_token: string;
        };
        /** @description A dashboard session of the requesting member. */
        OwnSession: {
            /** @description Prefix ses_. */
            id: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the session ends, whether it is used or not.
             */
            expires_at: string;
            /** @description Whether this request uses the session. */
            is_current: boolean;
        };
        /** @description The assessment of an event. Read address, account and evidence from `GET /v1/events/{event}`. */
        WebhookAssessment: {
            /** @description Prefix evt_. */
            event_id: string;
            /** @example login */
            event_type: string;
            /** @description Prefix dev_. */
            device_id: string;
            risk: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: components["schemas"]["FiredSignal"][];
            };
        };
        /** @description The outcome of an event, without its reason and metadata. */
        WebhookOutcome: {
            /** @description Prefix evt_. */
            event_id: string;
            /** @example login */
            event_type: string;
            /** @description Prefix dev_. */
            device_id: string;
            risk: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: components["schemas"]["FiredSignal"][];
            };
            outcome: {
                /** @description Prefix out_. */
                id: string;
                event_id: string;
                /**
                 * @description Whether the event was fraud, and of which kind.
                 * @enum {string|null}
                 */
                label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
                /**
                 * @description What the customer's own authentication flow did.
                 * @enum {string|null}
                 */
                authentication_outcome: "login_success" | "login_failed" | "mfa_passed" | "mfa_failed" | "password_reset_completed" | "password_reset_rejected" | "account_locked" | "session_revoked" | null;
                submitted_by: {
                    /** @enum {string} */
                    type: "secret_key" | "user";
                    /** @description Prefix key_ or usr_. */
                    id: string;
                    /**
                     * @description Name of the key, or email of the member.
                     * @example Backend
                     */
                    name: string;
                };
                /**
                 * Format: date-time
                 * @description Later than that of every earlier row of the event.
                 */
                submitted_at: string;
                /**
                 * @description Exactly one row of an event is current.
                 * @example true
                 */
                is_current: boolean;
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                /**
                 * @description The decision compared with the label.
                 * @enum {string}
                 */
                evaluation: "correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive";
            };
        };
        /** @description A change of a device’s trust. No event caused it. */
        WebhookDeviceTrust: {
            event_id: null;
            event_type: null;
            /** @description Prefix dev_. */
            device_id: string;
            risk: null;
            is_trusted: boolean;
            /**
             * Format: date-time
             * @description When a member changed the trust.
             */
            changed_at: string;
        };
        /** @description An alert. No single event caused it. */
        WebhookAlert: {
            event_id: null;
            event_type: null;
            device_id: null;
            risk: null;
            alert: {
                /** @description Prefix alt_; the same when it opens and when it is resolved. */
                id: string;
                /** @description Prefix alr_. */
                rule_id: string;
                /** @example Blocked logins */
                rule_name: string;
                /** @enum {string} */
                kind: "block_share" | "attack_wave" | "webhook_failing" | "refused_origins";
                /**
                 * @description What happened, in one sentence.
                 * @example 40 % of the events were blocked: 40 of 100 within 15 minutes.
                 */
                what: string;
                /**
                 * @description The measured value, in the unit of the threshold.
                 * @example 40
                 */
                value: number;
                /** @example 20 */
                threshold: number;
                /**
                 * Format: date-time
                 * @description When it began, as far as the data says.
                 */
                since: string;
                /** Format: date-time */
                opened_at: string;
                /** Format: date-time */
                resolved_at: string | null;
                /**
                 * @description Where to look in the dashboard.
                 * @example https://risk.example.com/alerts
                 */
                url: string;
            };
        };
        /** @description Sample values; the event and the device do not exist. */
        WebhookTest: {
            /** @description Prefix evt_. */
            event_id: string;
            /** @example login */
            event_type: string;
            /** @description Prefix dev_. */
            device_id: string;
            risk: {
                /** @description Risk, 0 to 100. */
                score: number;
                /**
                 * @description Band of the score.
                 * @enum {string}
                 */
                level: "low" | "medium" | "high" | "critical";
                /**
                 * @description What to do about the event.
                 * @enum {string}
                 */
                decision: "allow" | "monitor" | "challenge" | "block";
                signals: components["schemas"]["FiredSignal"][];
            };
            /** @enum {boolean} */
            test: true;
        };
    };
    responses: {
        /** @description The message is malformed: no Host, or a body that is not JSON or not valid UTF-8. */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:invalid_json",
                 *       "title": "The message is malformed",
                 *       "status": 400,
                 *       "detail": "The message is malformed: no Host, or a body that is not JSON or not valid UTF-8.",
                 *       "code": "invalid_json",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No valid credential, or a kind of credential that the endpoint does not accept. */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:credential_missing",
                 *       "title": "No valid credential, or a kind of credential that the endpoint does not accept",
                 *       "status": 401,
                 *       "detail": "No valid credential, or a kind of credential that the endpoint does not accept.",
                 *       "code": "credential_missing",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource belongs to another environment or organization, or the role does not allow the action. */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:foreign_resource",
                 *       "title": "The resource belongs to another environment or organization, or the role does not allow the action",
                 *       "status": 403,
                 *       "detail": "The resource belongs to another environment or organization, or the role does not allow the action.",
                 *       "code": "foreign_resource",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request conflicts with the current state. */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:idempotency_key_in_flight",
                 *       "title": "The request conflicts with the current state",
                 *       "status": 409,
                 *       "detail": "The request conflicts with the current state.",
                 *       "code": "idempotency_key_in_flight",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large. */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:body_too_large",
                 *       "title": "The body is too large",
                 *       "status": 413,
                 *       "detail": "The body is too large.",
                 *       "code": "body_too_large",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not plain application/json in UTF-8. */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:unsupported_media_type",
                 *       "title": "The body is not plain application/json in UTF-8",
                 *       "status": 415,
                 *       "detail": "The body is not plain application/json in UTF-8.",
                 *       "code": "unsupported_media_type",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The input is invalid; `errors` lists every issue, up to 50; of a body with more than 2,000 values only the first. */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:invalid_input",
                 *       "title": "The input is invalid",
                 *       "status": 422,
                 *       "detail": "The input is invalid; `errors` lists every issue, up to 50; of a body with more than 2,000 values only the first.",
                 *       "code": "invalid_input",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61",
                 *       "errors": [
                 *         {
                 *           "pointer": "/account",
                 *           "code": "required",
                 *           "detail": "Is required."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; `Retry-After` gives the seconds to wait. */
        Problem429: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:rate_limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "Too many requests; `Retry-After` gives the seconds to wait.",
                 *       "code": "rate_limited",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description More than 200 headers, or headers of more than 16 KiB. */
        Problem431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:too_many_headers",
                 *       "title": "More than 200 headers, or headers of more than 16 KiB",
                 *       "status": 431,
                 *       "detail": "More than 200 headers, or headers of more than 16 KiB.",
                 *       "code": "too_many_headers",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An internal error. */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:internal_error",
                 *       "title": "An internal error",
                 *       "status": 500,
                 *       "detail": "An internal error.",
                 *       "code": "internal_error",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Storage is unavailable; `Retry-After` gives the seconds to wait. */
        Problem503: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:storage_unavailable",
                 *       "title": "Storage is unavailable",
                 *       "status": 503,
                 *       "detail": "Storage is unavailable; `Retry-After` gives the seconds to wait.",
                 *       "code": "storage_unavailable",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist. */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:event_not_found",
                 *       "title": "The resource does not exist",
                 *       "status": 404,
                 *       "detail": "The resource does not exist.",
                 *       "code": "event_not_found",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An error. */
        Problem408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:assay:problem:bad_request",
                 *       "title": "An error",
                 *       "status": 408,
                 *       "detail": "An error.",
                 *       "code": "bad_request",
                 *       "request_id": "01a2043a-0a0e-7c6d-b1f4-5e7c3b9d2a61"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    recordEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Printable ASCII. The same key and body within 24 hours return the first response. Idempotency keys sent with a public key and those sent with a secret key are independent. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A security event. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "login",
                 *       "account": {
                 *         "id": "u_1"
                 *       },
                 *       "signals": {
                 *         "persistent_id": "b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11",
                 *         "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
                 *         "platform": "Win32",
                 *         "timezone": "Europe/London",
                 *         "languages": [
                 *           "en-GB",
                 *           "en"
                 *         ],
                 *         "screen": {
                 *           "width": 1920,
                 *           "height": 1080,
                 *           "color_depth": 24,
                 *           "pixel_ratio": 1
                 *         },
                 *         "hardware_concurrency": 8,
                 *         "device_memory": 8,
                 *         "max_touch_points": 0,
                 *         "webgl_renderer": "ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)",
                 *         "canvas_hash": "5d41402abc4b2a76",
                 *         "cookies_enabled": true,
                 *         "automation": {
                 *           "webdriver": false
                 *         }
                 *       },
                 *       "ip_address": "203.0.113.7",
                 *       "user_agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36",
                 *       "occurred_at": "2026-03-01T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A type of the catalog, or your own. For your own, only the signals that do not depend on the type apply. A word that closely resembles a type of the catalog is read as that type.
                     * @example login
                     */
                    event: ("login" | "signup" | "mfa_passed" | "login_failed" | "mfa_challenge" | "mfa_failed" | "password_reset_requested" | "password_reset_completed" | "email_change" | "phone_change" | "password_change" | "mfa_disabled" | "payout_change" | "api_key_created" | "payment_attempt" | "payment_failed" | "logout") | string;
                    /** @description Optional for types without an account, such as a page view. */
                    account?: {
                        /**
                         * @description Your own id of the account, not "." or "..".
                         * @example u_1
                         */
                        id: string;
                    };
                    signals?: components["schemas"]["ClientSignals"];
                    /** @description Secret key only: the client’s address. Always send it: the default is the address of the connection, which is that of your server. */
                    ip_address?: string;
                    /** @description Secret key only: the client’s User-Agent. */
                    user_agent?: string;
                    /** @description Secret key only: when the event happened by your own clock, ISO 8601 with a time zone. Never pass on a time that the client reports. */
                    occurred_at?: string;
                };
            };
        };
        responses: {
            /** @description The idempotency key was used before with the same body; this is the first response. */
            200: {
                headers: {
                    /** @description true */
                    "Idempotent-Replayed"?: string;
                    /** @description Present when the event type is not in the catalog but resembles a word of it: how it was scored, for example event type "email_changed" read as "email_change". */
                    "Assay-Notice"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "event_type": "login",
                     *         "external_account_id": "u_1",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "device": {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false
                     *         },
                     *         "session": {
                     *           "id": "ses_01m7zweae9e0ttzdyss4193jta"
                     *         },
                     *         "risk": {
                     *           "score": 20,
                     *           "level": "low",
                     *           "decision": "allow",
                     *           "signals": [
                     *             {
                     *               "code": "NEW_DEVICE",
                     *               "weight": 20,
                     *               "description": "The device has never been seen before."
                     *             }
                     *           ],
                     *           "matched_rule": null,
                     *           "policy_version": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordedEvent"];
                    };
                };
            };
            /** @description The event was recorded. */
            201: {
                headers: {
                    /** @description Present when the event type is not in the catalog but resembles a word of it: how it was scored, for example event type "email_changed" read as "email_change". */
                    "Assay-Notice"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "event_type": "login",
                     *         "external_account_id": "u_1",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "device": {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false
                     *         },
                     *         "session": {
                     *           "id": "ses_01m7zweae9e0ttzdyss4193jta"
                     *         },
                     *         "risk": {
                     *           "score": 20,
                     *           "level": "low",
                     *           "decision": "allow",
                     *           "signals": [
                     *             {
                     *               "code": "NEW_DEVICE",
                     *               "weight": 20,
                     *               "description": "The device has never been seen before."
                     *             }
                     *           ],
                     *           "matched_rule": null,
                     *           "policy_version": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordedEvent"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "event_type": "login",
                     *         "credential": "public",
                     *         "external_account_id": "u_1",
                     *         "ip_address": "203.0.113.7",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "occurred_at": "2026-03-01T12:00:00.000Z",
                     *         "device": {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *         },
                     *         "session": {
                     *           "id": "ses_01m7zweae9e0ttzdyss4193jta",
                     *           "event_count": 1,
                     *           "started_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *         },
                     *         "resolution": {
                     *           "method": "new_device",
                     *           "confidence": 100,
                     *           "candidate_count": 0,
                     *           "reason": "No known device shares the id, the signals or the account of this event.",
                     *           "matched_signals": [],
                     *           "changed_signals": [],
                     *           "conflicting_signals": [],
                     *           "unknown_signals": [
                     *             "canvas_hash",
                     *             "audio_hash"
                     *           ]
                     *         },
                     *         "network": {
                     *           "classification": "documentation",
                     *           "enrichment_status": "not_configured",
                     *           "country_code": null,
                     *           "asn": null,
                     *           "organization": null,
                     *           "is_vpn": null,
                     *           "is_proxy": null,
                     *           "is_tor": null,
                     *           "is_hosting": null
                     *         },
                     *         "automation": {
                     *           "score": 0,
                     *           "webdriver": false,
                     *           "headless_hint": false,
                     *           "runtime_inconsistency": false
                     *         },
                     *         "risk": {
                     *           "id": "asm_01m7zweae9e0ttzdyss4193jta",
                     *           "score": 20,
                     *           "level": "low",
                     *           "default_decision": "allow",
                     *           "decision": "allow",
                     *           "policy_version": 1,
                     *           "matched_rule": null,
                     *           "forced": false,
                     *           "signals": [
                     *             {
                     *               "code": "NEW_DEVICE",
                     *               "weight": 20,
                     *               "description": "The device has never been seen before.",
                     *               "metadata": {
                     *                 "device_created": true,
                     *                 "resolution": "new_device"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "outcome": {
                     *           "id": "out_01m7zweae9e0ttzdyss4193jta",
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "label": "legitimate",
                     *           "authentication_outcome": "mfa_passed",
                     *           "reason": "Confirmed by the customer.",
                     *           "metadata": {
                     *             "ticket": "T-1042"
                     *           },
                     *           "submitted_by": {
                     *             "type": "secret_key",
                     *             "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Backend"
                     *           },
                     *           "submitted_at": "2026-03-01T12:00:00.000Z",
                     *           "is_current": true,
                     *           "decision": "allow",
                     *           "evaluation": "correct_allow"
                     *         },
                     *         "evaluation": "correct_allow",
                     *         "assigned_to": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EventDetail"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Event type. Repeat for several. */
                event_type?: string[];
                /** @description Event id. Repeat for several. */
                event_id?: string[];
                /** @description Device id. Repeat for several. */
                device_id?: string[];
                /** @description Session id. Repeat for several. */
                session_id?: string[];
                /** @description Network id, prefix net_. Repeat for several. */
                network?: string[];
                /** @description Event id. Selects the events with the same fingerprint. Repeat for several. */
                same_fingerprint_as?: string[];
                /** @description The customer's own account id. Repeat for several. */
                account_id?: string[];
                /** @description Decision. Repeat for several. */
                decision?: ("allow" | "monitor" | "challenge" | "block")[];
                /** @description Risk level. Repeat for several. */
                level?: ("low" | "medium" | "high" | "critical")[];
                /** @description Evaluation of the current outcome. Repeat for several. */
                evaluation?: ("correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive")[];
                /** @description Label of the current outcome. Repeat for several. */
                label?: ("legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown")[];
                /** @description Code of a signal that fired. Repeat for several. */
                signal?: ("NEW_DEVICE" | "UNPROVEN_DEVICE" | "FINGERPRINT_ONLY" | "KNOWN_DEVICE" | "TRUSTED_DEVICE" | "DEVICE_TAMPERED" | "NEW_NETWORK" | "UNRECOGNIZED_CONTEXT" | "FIRST_SEEN_RECENTLY" | "RARE_NETWORK" | "DEVICE_MISMATCH" | "LONG_HISTORY" | "RAPID_NETWORK_CHANGE" | "DORMANT_ACCOUNT" | "LOGIN_FAILURES_ELEVATED" | "BRUTE_FORCE_SUSPECTED" | "PERSISTENT_FAILURES" | "ACCOUNT_UNDER_ATTACK" | "MULTI_ACCOUNT_FAILURES" | "CREDENTIAL_STUFFING_SUSPECTED" | "ATTACK_WAVE" | "UNKNOWN_ACCOUNT" | "AUTOMATION_TRACES" | "AUTOMATION_SUSPECTED" | "SIGNALS_MISSING" | "UNKNOWN_SOURCE" | "UNPROVEN_BROWSER" | "MULTIPLE_ACCOUNTS_PER_DEVICE" | "SIGNUP_VELOCITY" | "PASSWORD_RESET_VELOCITY" | "MFA_ABUSE_SUSPECTED" | "PAYMENT_VELOCITY" | "PAYMENTS_AT_ONCE" | "CARD_TESTING_SUSPECTED" | "SENSITIVE_CHANGE_UNRECOGNIZED" | "SENSITIVE_CHANGE_UNCONFIRMED" | "PAYMENT_ON_NEW_DEVICE" | "PAYMENT_AFTER_RECOVERY" | "SESSION_DEVICE_CHANGED")[];
                /** @description Version of the policy that decided. Repeat for several. */
                policy_version?: number[];
                /** @description The rule that decided. Repeat for several. */
                rule_id?: string[];
                /** @description Member id, `me` (with a session), or `nobody`. Repeat for several. */
                assigned_to?: string[];
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
                /** @description Newest first, or highest score first. */
                sort?: "time" | "score";
                /** @description Overrides the Accept header: a link in a browser cannot send one. */
                format?: "json" | "ndjson" | "csv";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "event_type": "login",
                     *           "external_account_id": "u_1",
                     *           "ip_masked": "203.0.113.xxx",
                     *           "device": {
                     *             "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "is_trusted": false
                     *           },
                     *           "session": {
                     *             "id": "ses_01m7zweae9e0ttzdyss4193jta"
                     *           },
                     *           "risk": {
                     *             "score": 20,
                     *             "level": "low",
                     *             "decision": "allow",
                     *             "signals": [
                     *               {
                     *                 "code": "NEW_DEVICE",
                     *                 "weight": 20
                     *               }
                     *             ],
                     *             "default_decision": "allow",
                     *             "policy_version": 1,
                     *             "matched_rule": null
                     *           },
                     *           "evaluation": "correct_allow",
                     *           "label": "legitimate",
                     *           "assigned_to": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "credential": "public"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/events?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EventItem"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listRiskAssessments: {
        parameters: {
            query?: {
                /** @description Event type. Repeat for several. */
                event_type?: string[];
                /** @description Event id. Repeat for several. */
                event_id?: string[];
                /** @description Device id. Repeat for several. */
                device_id?: string[];
                /** @description Session id. Repeat for several. */
                session_id?: string[];
                /** @description Network id, prefix net_. Repeat for several. */
                network?: string[];
                /** @description Event id. Selects the events with the same fingerprint. Repeat for several. */
                same_fingerprint_as?: string[];
                /** @description The customer's own account id. Repeat for several. */
                account_id?: string[];
                /** @description Decision. Repeat for several. */
                decision?: ("allow" | "monitor" | "challenge" | "block")[];
                /** @description Risk level. Repeat for several. */
                level?: ("low" | "medium" | "high" | "critical")[];
                /** @description Evaluation of the current outcome. Repeat for several. */
                evaluation?: ("correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive")[];
                /** @description Label of the current outcome. Repeat for several. */
                label?: ("legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown")[];
                /** @description Code of a signal that fired. Repeat for several. */
                signal?: ("NEW_DEVICE" | "UNPROVEN_DEVICE" | "FINGERPRINT_ONLY" | "KNOWN_DEVICE" | "TRUSTED_DEVICE" | "DEVICE_TAMPERED" | "NEW_NETWORK" | "UNRECOGNIZED_CONTEXT" | "FIRST_SEEN_RECENTLY" | "RARE_NETWORK" | "DEVICE_MISMATCH" | "LONG_HISTORY" | "RAPID_NETWORK_CHANGE" | "DORMANT_ACCOUNT" | "LOGIN_FAILURES_ELEVATED" | "BRUTE_FORCE_SUSPECTED" | "PERSISTENT_FAILURES" | "ACCOUNT_UNDER_ATTACK" | "MULTI_ACCOUNT_FAILURES" | "CREDENTIAL_STUFFING_SUSPECTED" | "ATTACK_WAVE" | "UNKNOWN_ACCOUNT" | "AUTOMATION_TRACES" | "AUTOMATION_SUSPECTED" | "SIGNALS_MISSING" | "UNKNOWN_SOURCE" | "UNPROVEN_BROWSER" | "MULTIPLE_ACCOUNTS_PER_DEVICE" | "SIGNUP_VELOCITY" | "PASSWORD_RESET_VELOCITY" | "MFA_ABUSE_SUSPECTED" | "PAYMENT_VELOCITY" | "PAYMENTS_AT_ONCE" | "CARD_TESTING_SUSPECTED" | "SENSITIVE_CHANGE_UNRECOGNIZED" | "SENSITIVE_CHANGE_UNCONFIRMED" | "PAYMENT_ON_NEW_DEVICE" | "PAYMENT_AFTER_RECOVERY" | "SESSION_DEVICE_CHANGED")[];
                /** @description Version of the policy that decided. Repeat for several. */
                policy_version?: number[];
                /** @description The rule that decided. Repeat for several. */
                rule_id?: string[];
                /** @description Member id, `me` (with a session), or `nobody`. Repeat for several. */
                assigned_to?: string[];
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
                /** @description Newest first, or highest score first. */
                sort?: "time" | "score";
                /** @description Overrides the Accept header: a link in a browser cannot send one. */
                format?: "json" | "ndjson" | "csv";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "asm_01m7zweae9e0ttzdyss4193jta",
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "event_type": "login",
                     *           "score": 20,
                     *           "level": "low",
                     *           "default_decision": "allow",
                     *           "decision": "allow",
                     *           "policy_version": 1,
                     *           "matched_rule": null,
                     *           "signals": [
                     *             {
                     *               "code": "NEW_DEVICE",
                     *               "weight": 20,
                     *               "description": "The device has never been seen before."
                     *             }
                     *           ],
                     *           "evaluation": "correct_allow",
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/risk-assessments?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RiskAssessment"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    countEvents: {
        parameters: {
            query?: {
                /** @description Event type. Repeat for several. */
                event_type?: string[];
                /** @description Event id. Repeat for several. */
                event_id?: string[];
                /** @description Device id. Repeat for several. */
                device_id?: string[];
                /** @description Session id. Repeat for several. */
                session_id?: string[];
                /** @description Network id, prefix net_. Repeat for several. */
                network?: string[];
                /** @description Event id. Selects the events with the same fingerprint. Repeat for several. */
                same_fingerprint_as?: string[];
                /** @description The customer's own account id. Repeat for several. */
                account_id?: string[];
                /** @description Decision. Repeat for several. */
                decision?: ("allow" | "monitor" | "challenge" | "block")[];
                /** @description Risk level. Repeat for several. */
                level?: ("low" | "medium" | "high" | "critical")[];
                /** @description Evaluation of the current outcome. Repeat for several. */
                evaluation?: ("correct_allow" | "correct_monitor" | "correct_challenge" | "correct_block" | "potential_false_positive" | "potential_false_negative" | "inconclusive")[];
                /** @description Label of the current outcome. Repeat for several. */
                label?: ("legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown")[];
                /** @description Code of a signal that fired. Repeat for several. */
                signal?: ("NEW_DEVICE" | "UNPROVEN_DEVICE" | "FINGERPRINT_ONLY" | "KNOWN_DEVICE" | "TRUSTED_DEVICE" | "DEVICE_TAMPERED" | "NEW_NETWORK" | "UNRECOGNIZED_CONTEXT" | "FIRST_SEEN_RECENTLY" | "RARE_NETWORK" | "DEVICE_MISMATCH" | "LONG_HISTORY" | "RAPID_NETWORK_CHANGE" | "DORMANT_ACCOUNT" | "LOGIN_FAILURES_ELEVATED" | "BRUTE_FORCE_SUSPECTED" | "PERSISTENT_FAILURES" | "ACCOUNT_UNDER_ATTACK" | "MULTI_ACCOUNT_FAILURES" | "CREDENTIAL_STUFFING_SUSPECTED" | "ATTACK_WAVE" | "UNKNOWN_ACCOUNT" | "AUTOMATION_TRACES" | "AUTOMATION_SUSPECTED" | "SIGNALS_MISSING" | "UNKNOWN_SOURCE" | "UNPROVEN_BROWSER" | "MULTIPLE_ACCOUNTS_PER_DEVICE" | "SIGNUP_VELOCITY" | "PASSWORD_RESET_VELOCITY" | "MFA_ABUSE_SUSPECTED" | "PAYMENT_VELOCITY" | "PAYMENTS_AT_ONCE" | "CARD_TESTING_SUSPECTED" | "SENSITIVE_CHANGE_UNRECOGNIZED" | "SENSITIVE_CHANGE_UNCONFIRMED" | "PAYMENT_ON_NEW_DEVICE" | "PAYMENT_AFTER_RECOVERY" | "SESSION_DEVICE_CHANGED")[];
                /** @description Version of the policy that decided. Repeat for several. */
                policy_version?: number[];
                /** @description The rule that decided. Repeat for several. */
                rule_id?: string[];
                /** @description Member id, `me` (with a session), or `nobody`. Repeat for several. */
                assigned_to?: string[];
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "count": 1,
                     *         "is_complete": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EventCount"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readRiskAssessment: {
        parameters: {
            query?: {
                compare?: "current";
            };
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assessment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "asm_01m7zweae9e0ttzdyss4193jta",
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "event_type": "login",
                     *         "score": 20,
                     *         "level": "low",
                     *         "default_decision": "allow",
                     *         "decision": "allow",
                     *         "policy_version": 1,
                     *         "matched_rule": null,
                     *         "signals": [
                     *           {
                     *             "code": "NEW_DEVICE",
                     *             "weight": 20,
                     *             "description": "The device has never been seen before."
                     *           }
                     *         ],
                     *         "evaluation": "correct_allow",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "forced": false,
                     *         "as_of_today": {
                     *           "simulation": true,
                     *           "policy_version": 1,
                     *           "default_decision": "allow",
                     *           "matched_rule": null,
                     *           "decision": "allow",
                     *           "changed": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ComparedAssessment"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readOverview: {
        parameters: {
            query?: {
                /** @description YYYY-MM-DD; today by default. */
                date?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "date": "2026-03-01",
                     *         "events": 1,
                     *         "by_event_type": {
                     *           "login": 1
                     *         },
                     *         "by_decision": {
                     *           "allow": 1,
                     *           "monitor": 0,
                     *           "challenge": 0,
                     *           "block": 0
                     *         },
                     *         "by_level": {
                     *           "low": 1,
                     *           "medium": 0,
                     *           "high": 0,
                     *           "critical": 0
                     *         },
                     *         "by_evaluation": {
                     *           "correct_allow": 1,
                     *           "correct_monitor": 0,
                     *           "correct_challenge": 0,
                     *           "correct_block": 0,
                     *           "potential_false_positive": 0,
                     *           "potential_false_negative": 0,
                     *           "inconclusive": 0
                     *         },
                     *         "top_signals": [
                     *           {
                     *             "code": "NEW_DEVICE",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "new_devices": 1,
                     *         "active_devices": 1,
                     *         "active_accounts": 1,
                     *         "distinct_ips": 1,
                     *         "outcomes": 1,
                     *         "webhooks": {
                     *           "delivered": 1,
                     *           "retrying": 0,
                     *           "failed": 0
                     *         },
                     *         "hours": [
                     *           {
                     *             "hour": 12,
                     *             "events": 1,
                     *             "allow": 1,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Overview"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readTrends: {
        parameters: {
            query: {
                /**
                 * @description The first day, YYYY-MM-DD.
                 * @example 2026-03-01
                 */
                from: string;
                /**
                 * @description The last day, inclusive.
                 * @example 2026-03-07
                 */
                to: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "from": "2026-03-01",
                     *         "to": "2026-03-01",
                     *         "events": 1,
                     *         "by_decision": {
                     *           "allow": 1,
                     *           "monitor": 0,
                     *           "challenge": 0,
                     *           "block": 0
                     *         },
                     *         "new_devices": 1,
                     *         "new_accounts": 1,
                     *         "by_event_type": {
                     *           "login": 1
                     *         },
                     *         "top_signals": [
                     *           {
                     *             "code": "NEW_DEVICE",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "days": [
                     *           {
                     *             "date": "2026-03-01",
                     *             "events": 1,
                     *             "by_decision": {
                     *               "allow": 1,
                     *               "monitor": 0,
                     *               "challenge": 0,
                     *               "block": 0
                     *             },
                     *             "new_devices": 1,
                     *             "new_accounts": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Trends"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listNetworks: {
        parameters: {
            query?: {
                /** @description Only addresses of this kind. */
                classification?: "public" | "private" | "loopback" | "link_local" | "carrier_nat" | "documentation" | "multicast" | "reserved" | "unspecified";
                /** @description What the list is sorted by; `first_seen` by the arrival of the first event. */
                sort?: "last_seen" | "first_seen" | "event_count";
                /** @description Descending or ascending. */
                order?: "desc" | "asc";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "net_01m7zweae9e0ttzdyss4193jta",
                     *           "ip_masked": "203.0.113.xxx",
                     *           "classification": "documentation",
                     *           "enrichment_status": "not_configured",
                     *           "country_code": null,
                     *           "asn": null,
                     *           "organization": null,
                     *           "is_vpn": null,
                     *           "is_proxy": null,
                     *           "is_tor": null,
                     *           "is_hosting": null,
                     *           "event_count": 1,
                     *           "account_count": 1,
                     *           "device_count": 1,
                     *           "decisions": {
                     *             "allow": 1,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           },
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/network?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Network"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Network id, prefix net_.
                 * @example net_01m7zweae9e0ttzdyss4193jta
                 */
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The network. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "net_01m7zweae9e0ttzdyss4193jta",
                     *         "ip_masked": "203.0.113.xxx",
                     *         "classification": "documentation",
                     *         "enrichment_status": "not_configured",
                     *         "country_code": null,
                     *         "asn": null,
                     *         "organization": null,
                     *         "is_vpn": null,
                     *         "is_proxy": null,
                     *         "is_tor": null,
                     *         "is_hosting": null,
                     *         "event_count": 1,
                     *         "account_count": 1,
                     *         "device_count": 1,
                     *         "decisions": {
                     *           "allow": 1,
                     *           "monitor": 0,
                     *           "challenge": 0,
                     *           "block": 0
                     *         },
                     *         "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Network"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readNetworkActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Network id, prefix net_.
                 * @example net_01m7zweae9e0ttzdyss4193jta
                 */
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "event_count": 1,
                     *         "complete_since": null,
                     *         "hours": [
                     *           {
                     *             "hour": "2026-03-01T12:00:00.000Z",
                     *             "decisions": {
                     *               "allow": 1,
                     *               "monitor": 0,
                     *               "challenge": 0,
                     *               "block": 0
                     *             }
                     *           }
                     *         ],
                     *         "proven_in": "203.0.113.0/24",
                     *         "account_count": 1,
                     *         "proven_account_count": 1,
                     *         "accounts": [
                     *           {
                     *             "external_account_id": "u_1",
                     *             "event_count": 1,
                     *             "stopped_count": 0,
                     *             "succeeded_count": 1,
                     *             "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *             "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *             "first_proof_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NetworkActivity"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listNetworkAccounts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Network id, prefix net_.
                 * @example net_01m7zweae9e0ttzdyss4193jta
                 */
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "external_account_id": "u_1",
                     *           "event_count": 1,
                     *           "stopped_count": 0,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/network/net_01m7zweae9e0ttzdyss4193jta/accounts?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Account"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listNetworkDevices: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Network id, prefix net_.
                 * @example net_01m7zweae9e0ttzdyss4193jta
                 */
                network: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false,
                     *           "trusted_at": null,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1,
                     *           "account_count": 1,
                     *           "summary": "Chrome 147 on Windows"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/network/net_01m7zweae9e0ttzdyss4193jta/devices?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description The beginning of an event, device, session or delivery id (four characters after the prefix or more), the beginning of an account id, or an IP address, complete or masked (198.51.100.xxx).
                 * @example u_1
                 */
                q: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *             "at": "2026-03-01T12:00:00.000Z",
                     *             "event_type": "login",
                     *             "external_account_id": "u_1"
                     *           }
                     *         ],
                     *         "devices": [
                     *           {
                     *             "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "at": "2026-03-01T12:00:00.000Z",
                     *             "summary": "Chrome 147 on Windows"
                     *           }
                     *         ],
                     *         "sessions": [
                     *           {
                     *             "id": "ses_01m7zweae9e0ttzdyss4193jta",
                     *             "at": "2026-03-01T12:00:00.000Z",
                     *             "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "external_account_id": "u_1"
                     *           }
                     *         ],
                     *         "deliveries": [
                     *           {
                     *             "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                     *             "at": "2026-03-01T12:00:00.000Z",
                     *             "type": "decision.allow",
                     *             "endpoint_id": "whe_01m7zweae9e0ttzdyss4193jta"
                     *           }
                     *         ],
                     *         "accounts": [
                     *           {
                     *             "external_account_id": "u_1"
                     *           }
                     *         ],
                     *         "networks": [
                     *           {
                     *             "id": "net_01m7zweae9e0ttzdyss4193jta",
                     *             "ip_masked": "203.0.113.xxx",
                     *             "classification": "documentation",
                     *             "enrichment_status": "not_configured",
                     *             "country_code": null,
                     *             "asn": null,
                     *             "organization": null,
                     *             "is_vpn": null,
                     *             "is_proxy": null,
                     *             "is_tor": null,
                     *             "is_hosting": null,
                     *             "event_count": 1,
                     *             "account_count": 1,
                     *             "device_count": 1,
                     *             "decisions": {
                     *               "allow": 1,
                     *               "monitor": 0,
                     *               "challenge": 0,
                     *               "block": 0
                     *             },
                     *             "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *             "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SearchResult"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readLinks: {
        parameters: {
            query?: {
                /**
                 * @description The customer's own account id.
                 * @example u_1
                 */
                account_id?: string;
                /** @description Device id. */
                device_id?: string;
                /** @description Network id, prefix net_. */
                network?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The neighborhood. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "nodes": [
                     *           {
                     *             "id": "u_1",
                     *             "kind": "account",
                     *             "label": "u_1",
                     *             "distance": 0,
                     *             "event_count": 1
                     *           },
                     *           {
                     *             "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "kind": "device",
                     *             "label": "Chrome 147 on Windows",
                     *             "distance": 1,
                     *             "event_count": 1
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "from": 0,
                     *             "to": 1
                     *           }
                     *         ],
                     *         "truncated": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Links"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The beginning of the account id, case-sensitive. Sorts by name. */
                prefix?: string;
                /** @description What the list is sorted by. */
                sort?: "last_seen" | "first_seen" | "event_count" | "name";
                /** @description Descending or ascending. */
                order?: "desc" | "asc";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "external_account_id": "u_1",
                     *           "event_count": 1,
                     *           "stopped_count": 0,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/accounts?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Account"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "external_account_id": "u_1",
                     *         "event_count": 1,
                     *         "stopped_count": 0,
                     *         "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "proof_count": 1,
                     *         "first_proof_at": "2026-03-01T12:00:00.000Z",
                     *         "last_proof_at": "2026-03-01T12:00:00.000Z",
                     *         "device_count": 1,
                     *         "proven_device_count": 1,
                     *         "once_device_count": 0,
                     *         "proven_network_count": 1,
                     *         "last_success": {
                     *           "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "event_type": "login",
                     *           "score": 20,
                     *           "decision": "allow",
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         },
                     *         "last_outcome": {
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "label": "legitimate",
                     *           "evaluation": "correct_allow",
                     *           "submitted_at": "2026-03-01T12:00:00.000Z",
                     *           "submitted_by": "ana@example.com"
                     *         },
                     *         "last_30_days": {
                     *           "event_count": 1,
                     *           "max_score": 20,
                     *           "mean_score": 20,
                     *           "riskiest_event": {
                     *             "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *             "event_type": "login",
                     *             "score": 20,
                     *             "decision": "allow",
                     *             "created_at": "2026-03-01T12:00:00.000Z"
                     *           },
                     *           "decisions": {
                     *             "allow": 1,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           }
                     *         },
                     *         "complete_since": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccountSummary"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAccountTimeline: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline. */
            200: {
                headers: {
                    /** @description All events of the account since this time were read. */
                    "Assay-Complete-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "first_login",
                     *           "first_at": "2026-03-01T12:00:00.000Z",
                     *           "last_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1,
                     *           "event": {
                     *             "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *             "event_type": "login",
                     *             "score": 20,
                     *             "decision": "allow",
                     *             "created_at": "2026-03-01T12:00:00.000Z"
                     *           },
                     *           "event_types": [
                     *             "login"
                     *           ],
                     *           "device_count": 1,
                     *           "network_count": 1,
                     *           "new_device": true,
                     *           "new_network": false,
                     *           "label": null,
                     *           "evaluation": null,
                     *           "note": null,
                     *           "written_by": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/accounts/u_1/timeline?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TimelineEntry"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAccountNetworks: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of networks. */
            200: {
                headers: {
                    /** @description All events of the account since this time were read. */
                    "Assay-Complete-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "net_01m7zweae9e0ttzdyss4193jta",
                     *           "ip_masked": "203.0.113.xxx",
                     *           "classification": "public",
                     *           "event_count": 1,
                     *           "stopped_count": 0,
                     *           "first_used_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "first_proof_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/accounts/u_1/networks?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccountNetwork"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAccountDevices: {
        parameters: {
            query?: {
                /** @description Among the 10,000 devices used last, only those with a second event, a proof or trust, or only the others: an attack leaves one device for each attempt. */
                returning?: boolean;
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false,
                     *           "trusted_at": null,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1,
                     *           "account_count": 1,
                     *           "summary": "Chrome 147 on Windows",
                     *           "first_used_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "first_proof_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/accounts/u_1/devices?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AccountDevice"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description Only trusted devices, at most the newest 10,000, or only others. */
                trusted?: boolean;
                /** @description Text in the description or in a signal of the device, such as `headless` or `SwiftShader`, case-insensitive. A page looks at 10,000 devices, may have fewer items than `limit`, even none, and continues with `next`. */
                search?: string;
                /** @description What the list is sorted by; `first_seen` by the arrival of the first event. */
                sort?: "last_seen" | "first_seen" | "event_count";
                /** @description Descending or ascending. */
                order?: "desc" | "asc";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *           "is_trusted": false,
                     *           "trusted_at": null,
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1,
                     *           "account_count": 1,
                     *           "summary": "Chrome 147 on Windows"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/devices?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *         "is_trusted": false,
                     *         "trusted_at": null,
                     *         "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "event_count": 1,
                     *         "account_count": 1,
                     *         "summary": "Chrome 147 on Windows"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listDeviceEvents: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "event_type": "login",
                     *           "external_account_id": "u_1",
                     *           "ip_masked": "203.0.113.xxx",
                     *           "device": {
                     *             "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "is_trusted": false
                     *           },
                     *           "session": {
                     *             "id": "ses_01m7zweae9e0ttzdyss4193jta"
                     *           },
                     *           "risk": {
                     *             "score": 20,
                     *             "level": "low",
                     *             "decision": "allow",
                     *             "signals": [
                     *               {
                     *                 "code": "NEW_DEVICE",
                     *                 "weight": 20
                     *               }
                     *             ],
                     *             "default_decision": "allow",
                     *             "policy_version": 1,
                     *             "matched_rule": null
                     *           },
                     *           "evaluation": "correct_allow",
                     *           "label": "legitimate",
                     *           "assigned_to": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "credential": "public"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/devices/dev_01m7zweae9e0ttzdyss4193jta/events?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EventItem"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listDeviceAccounts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "external_account_id": "u_1",
                     *           "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/devices/dev_01m7zweae9e0ttzdyss4193jta/accounts?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeviceAccount"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readDeviceSignals: {
        parameters: {
            query?: {
                /** @description Signals per page. A profile has fewer than the default. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sorted by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "signal": "platform",
                     *           "value": "Win32",
                     *           "first_changed_at": "2026-03-01T12:00:00.000Z",
                     *           "last_changed_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/devices/dev_01m7zweae9e0ttzdyss4193jta/signals?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @example platform */
                            signal: string;
                            /**
                             * @description String, number, boolean, or a list of them.
                             * @example Win32
                             */
                            value: unknown;
                            /**
                             * Format: date-time
                             * @description Null while the value has not changed since the device was created.
                             */
                            first_changed_at: string | null;
                            /** Format: date-time */
                            last_changed_at: string | null;
                        }[];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    compareDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss8zfk4ha
                 */
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signal by signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "signals": [
                     *           {
                     *             "signal": "platform",
                     *             "verdict": "agree",
                     *             "bits": 1,
                     *             "hard": false,
                     *             "one": "Win32",
                     *             "other": "Win32"
                     *           }
                     *         ],
                     *         "bits": 1,
                     *         "hard": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            signals: {
                                /** @example platform */
                                signal: string;
                                /** @enum {string} */
                                verdict: "agree" | "differ" | "unknown";
                                /** @description log2 of the likelihood ratio of the same machine to another machine. */
                                bits: number;
                                /** @description Whether this difference rules out the same machine. */
                                hard: boolean;
                                /**
                                 * @description Value of `device`.
                                 * @example Win32
                                 */
                                one: string;
                                /**
                                 * @description Value of `other`.
                                 * @example Win32
                                 */
                                other: string;
                            }[];
                            /** @description Sum; above 10 the odds are 1,000 : 1 before any prior. */
                            bits: number;
                            hard: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listDeviceResolutions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "res_01m7zweae9e0ttzdyss4193jta",
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "method": "new_device",
                     *           "confidence": 100,
                     *           "candidate_count": 0,
                     *           "reason": "No known device shares the id, the signals or the account of this event.",
                     *           "matched_signals": [],
                     *           "changed_signals": [],
                     *           "conflicting_signals": [],
                     *           "unknown_signals": [
                     *             "canvas_hash",
                     *             "audio_hash"
                     *           ],
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/devices/dev_01m7zweae9e0ttzdyss4193jta/resolutions?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Resolution"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    trustDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device after the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *         "is_trusted": false,
                     *         "trusted_at": null,
                     *         "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "event_count": 1,
                     *         "account_count": 1,
                     *         "summary": "Chrome 147 on Windows"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeDeviceTrust: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device after the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *         "is_trusted": false,
                     *         "trusted_at": null,
                     *         "first_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "last_seen_at": "2026-03-01T12:00:00.000Z",
                     *         "event_count": 1,
                     *         "account_count": 1,
                     *         "summary": "Chrome 147 on Windows"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Device"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
                /** @description Groups of fewer events are left out. */
                min_events?: number;
                /** @description Only groups with an event that has no label. */
                unlabeled?: boolean;
                /** @description Newest first, most events first, or highest score first. */
                sort?: "first_at" | "event_count" | "max_score";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    /** @description All challenged and blocked events since this time were grouped. */
                    "Assay-Complete-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "cmp_01m7zweae9e0ttzdyss4193jta",
                     *           "kind": "source",
                     *           "first_at": "2026-03-01T12:00:00.000Z",
                     *           "last_at": "2026-03-01T12:00:00.000Z",
                     *           "event_count": 1,
                     *           "labeled_count": 1,
                     *           "account_count": 1,
                     *           "external_account_id": "u_1",
                     *           "device_count": 1,
                     *           "address_count": 1,
                     *           "fingerprint_count": 1,
                     *           "max_score": 95,
                     *           "decisions": {
                     *             "allow": 0,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 1
                     *           },
                     *           "event_types": [
                     *             {
                     *               "event_type": "login_failed",
                     *               "count": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/campaigns?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Campaign"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Campaign id, prefix cmp_.
                 * @example cmp_01m7zweae9e0ttzdyss4193jta
                 */
                campaign: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "cmp_01m7zweae9e0ttzdyss4193jta",
                     *         "kind": "source",
                     *         "first_at": "2026-03-01T12:00:00.000Z",
                     *         "last_at": "2026-03-01T12:00:00.000Z",
                     *         "event_count": 1,
                     *         "labeled_count": 1,
                     *         "account_count": 1,
                     *         "external_account_id": "u_1",
                     *         "device_count": 1,
                     *         "address_count": 1,
                     *         "fingerprint_count": 1,
                     *         "max_score": 95,
                     *         "decisions": {
                     *           "allow": 0,
                     *           "monitor": 0,
                     *           "challenge": 0,
                     *           "block": 1
                     *         },
                     *         "event_types": [
                     *           {
                     *             "event_type": "login_failed",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "account_ids": [
                     *           "u_1"
                     *         ],
                     *         "entered_account_ids": [],
                     *         "entered_account_count": 0,
                     *         "event_ids": [
                     *           "evt_01m7zweae9e0ttzdyss4193jta"
                     *         ],
                     *         "let_through_ids": [
                     *           "evt_01m7zweae9e0ttzdyss4193jta"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CampaignDetail"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    exportCampaignEvents: {
        parameters: {
            query?: {
                /** @description One event per line, or CSV. */
                format?: "ndjson" | "csv";
                /** @description Also the events that were let through. */
                let_through?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Campaign id, prefix cmp_.
                 * @example cmp_01m7zweae9e0ttzdyss4193jta
                 */
                campaign: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event per line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listLetThrough: {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
                /** @description Only events without a label. */
                unlabeled?: boolean;
                /** @description Event type. Repeat for several. */
                event_type?: string[];
                /** @description Newest first, or highest score first. */
                sort?: "time" | "score";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    /** @description All campaigns since this time were examined. */
                    "Assay-Complete-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "event_type": "login",
                     *           "external_account_id": "u_1",
                     *           "ip_masked": "203.0.113.xxx",
                     *           "device": {
                     *             "id": "dev_01m7zweae9e0ttzdyss4193jta",
                     *             "is_trusted": false
                     *           },
                     *           "session": {
                     *             "id": "ses_01m7zweae9e0ttzdyss4193jta"
                     *           },
                     *           "risk": {
                     *             "score": 20,
                     *             "level": "low",
                     *             "decision": "allow",
                     *             "signals": [
                     *               {
                     *                 "code": "NEW_DEVICE",
                     *                 "weight": 20
                     *               }
                     *             ],
                     *             "default_decision": "allow",
                     *             "policy_version": 1,
                     *             "matched_rule": null
                     *           },
                     *           "evaluation": "correct_allow",
                     *           "label": "legitimate",
                     *           "assigned_to": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "credential": "public",
                     *           "campaign_id": "cmp_01m7zweae9e0ttzdyss4193jta"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/let-through?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LetThroughEvent"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    recordOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "legitimate",
                 *       "authentication_outcome": "mfa_passed",
                 *       "reason": "Confirmed by the customer.",
                 *       "metadata": {
                 *         "ticket": "T-1042"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whether the event was fraud, and of which kind.
                     * @enum {string|null}
                     */
                    label?: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown" | null;
                    /**
                     * @description What the customer's own authentication flow did.
                     * @enum {string|null}
                     */
                    authentication_outcome?: "login_success" | "login_failed" | "mfa_passed" | "mfa_failed" | "password_reset_completed" | "password_reset_rejected" | "account_locked" | "session_revoked" | null;
                    reason?: string | null;
                    /** @description Values have at most 200 characters as text. */
                    metadata?: {
                        [key: string]: string | number | boolean;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The current row already has the same label and authentication_outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "out_01m7zweae9e0ttzdyss4193jta",
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "label": "legitimate",
                     *         "authentication_outcome": "mfa_passed",
                     *         "reason": "Confirmed by the customer.",
                     *         "metadata": {
                     *           "ticket": "T-1042"
                     *         },
                     *         "submitted_by": {
                     *           "type": "secret_key",
                     *           "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "Backend"
                     *         },
                     *         "submitted_at": "2026-03-01T12:00:00.000Z",
                     *         "is_current": true,
                     *         "decision": "allow",
                     *         "evaluation": "correct_allow"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Outcome"];
                    };
                };
            };
            /** @description A new row, now current. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "out_01m7zweae9e0ttzdyss4193jta",
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "label": "legitimate",
                     *         "authentication_outcome": "mfa_passed",
                     *         "reason": "Confirmed by the customer.",
                     *         "metadata": {
                     *           "ticket": "T-1042"
                     *         },
                     *         "submitted_by": {
                     *           "type": "secret_key",
                     *           "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "Backend"
                     *         },
                     *         "submitted_at": "2026-03-01T12:00:00.000Z",
                     *         "is_current": true,
                     *         "decision": "allow",
                     *         "evaluation": "correct_allow"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Outcome"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listOutcomes: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "out_01m7zweae9e0ttzdyss4193jta",
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "label": "legitimate",
                     *           "authentication_outcome": "mfa_passed",
                     *           "reason": "Confirmed by the customer.",
                     *           "metadata": {
                     *             "ticket": "T-1042"
                     *           },
                     *           "submitted_by": {
                     *             "type": "secret_key",
                     *             "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Backend"
                     *           },
                     *           "submitted_at": "2026-03-01T12:00:00.000Z",
                     *           "is_current": true,
                     *           "decision": "allow",
                     *           "evaluation": "correct_allow"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/events/evt_01m7zweae9e0ttzdyss4193jta/outcomes?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Outcome"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    recordOutcomeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_ids": [
                 *         "evt_01m7zweae9e0ttzdyss4193jta"
                 *       ],
                 *       "label": "legitimate",
                 *       "reason": "Confirmed by the customer."
                 *     }
                 */
                "application/json": {
                    event_ids: string[];
                    /** @enum {string} */
                    label: "legitimate" | "fraud_confirmed" | "account_takeover" | "bot_confirmed" | "automation_legitimate" | "credential_stuffing" | "brute_force" | "multi_account_abuse" | "payment_fraud" | "unknown";
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The outcomes were recorded. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "otb_01m7zweae9e0ttzdyss4193jta",
                     *         "event_count": 1,
                     *         "written_count": 1,
                     *         "submitted_at": "2026-03-01T12:00:00.000Z",
                     *         "undone_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OutcomeBatch"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    undoOutcomeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Batch id, prefix otb_.
                 * @example otb_01m7zweae9e0ttzdyss4193jta
                 */
                batch: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The labels were undone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "otb_01m7zweae9e0ttzdyss4193jta",
                     *         "event_count": 1,
                     *         "written_count": 1,
                     *         "submitted_at": "2026-03-01T12:00:00.000Z",
                     *         "undone_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OutcomeBatch"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listEventNotes: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *           "on": "event",
                     *           "text": "Called the customer: it was them.",
                     *           "created_by": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/events/evt_01m7zweae9e0ttzdyss4193jta/notes?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createEventNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called the customer: it was them."
                 *     }
                 */
                "application/json": {
                    /** @description Plain text; white space at its ends is removed. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *         "on": "event",
                     *         "text": "Called the customer: it was them.",
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listDeviceNotes: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *           "on": "event",
                     *           "text": "Called the customer: it was them.",
                     *           "created_by": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/devices/dev_01m7zweae9e0ttzdyss4193jta/notes?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createDeviceNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Device id, prefix dev_.
                 * @example dev_01m7zweae9e0ttzdyss4193jta
                 */
                device: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called the customer: it was them."
                 *     }
                 */
                "application/json": {
                    /** @description Plain text; white space at its ends is removed. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *         "on": "event",
                     *         "text": "Called the customer: it was them.",
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAccountNotes: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *           "on": "event",
                     *           "text": "Called the customer: it was them.",
                     *           "created_by": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/accounts/u_1/notes?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createAccountNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called the customer: it was them."
                 *     }
                 */
                "application/json": {
                    /** @description Plain text; white space at its ends is removed. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *         "on": "event",
                     *         "text": "Called the customer: it was them.",
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Note id, prefix not_.
                 * @example not_01m7zweae9e0ttzdyss4193jta
                 */
                note: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Note id, prefix not_.
                 * @example not_01m7zweae9e0ttzdyss4193jta
                 */
                note: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Called the customer: it was them."
                 *     }
                 */
                "application/json": {
                    /** @description Plain text; white space at its ends is removed. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The note after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "not_01m7zweae9e0ttzdyss4193jta",
                     *         "on": "event",
                     *         "text": "Called the customer: it was them.",
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    assignEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Event id, prefix evt_.
                 * @example evt_01m7zweae9e0ttzdyss4193jta
                 */
                event: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "member_id": "usr_01m7zweae9e0ttzdyss4193jta"
                 *     }
                 */
                "application/json": {
                    /** @description Id of a member who may label events; null for nobody. */
                    member_id: string | null;
                    /** @description The member who has the event as far as you know. If another member has it, the response is 409 `assignee_changed`, and nothing changes. */
                    expected_member_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The assignment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "assigned_to": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "assigned_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Assignment"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    assignEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_ids": [
                 *         "evt_01m7zweae9e0ttzdyss4193jta"
                 *       ],
                 *       "member_id": "usr_01m7zweae9e0ttzdyss4193jta"
                 *     }
                 */
                "application/json": {
                    event_ids: string[];
                    /** @description Id of a member who may label events; null unassigns the events. */
                    member_id: string | null;
                    /**
                     * @description Also reassigns events of other members. Otherwise these events stay assigned and are listed in `skipped`.
                     * @default false
                     */
                    replace?: boolean;
                };
            };
        };
        responses: {
            /** @description What changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "event_count": 1,
                     *         "changed_count": 1,
                     *         "skipped_count": 1,
                     *         "skipped": [
                     *           {
                     *             "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *             "assigned_to": {
                     *               "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *               "name": "ana@example.com"
                     *             },
                     *             "assigned_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AssignedEvents"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "vew_01m7zweae9e0ttzdyss4193jta",
                     *           "list": "events",
                     *           "name": "Blocked logins",
                     *           "shared": false,
                     *           "query": {},
                     *           "created_by": {
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/views?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedView"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "list": "events",
                 *       "name": "Blocked logins",
                 *       "query": {}
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The screen that it belongs to.
                     * @enum {string}
                     */
                    list: "events" | "worklist" | "devices" | "accounts";
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Blocked logins
                     */
                    name: string;
                    /** @description Whether all members of the organization see it. */
                    shared?: boolean;
                    /** @description The parameters of the list's address, each with its values, without `cursor`. */
                    query: {
                        [key: string]: string[];
                    };
                };
            };
        };
        responses: {
            /** @description The view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "vew_01m7zweae9e0ttzdyss4193jta",
                     *         "list": "events",
                     *         "name": "Blocked logins",
                     *         "shared": false,
                     *         "query": {},
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Saved view id, prefix vew_.
                 * @example vew_01m7zweae9e0ttzdyss4193jta
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Saved view id, prefix vew_.
                 * @example vew_01m7zweae9e0ttzdyss4193jta
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Blocked logins"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Blocked logins
                     */
                    name?: string;
                    /** @description Whether all members of the organization see it. */
                    shared?: boolean;
                    /** @description The parameters of the list's address, each with its values, without `cursor`. */
                    query?: {
                        [key: string]: string[];
                    };
                };
            };
        };
        responses: {
            /** @description The view after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "vew_01m7zweae9e0ttzdyss4193jta",
                     *         "list": "events",
                     *         "name": "Blocked logins",
                     *         "shared": false,
                     *         "query": {},
                     *         "created_by": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedView"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "version": 1,
                     *         "thresholds": {
                     *           "allow_max": 29,
                     *           "monitor_max": 49,
                     *           "challenge_max": 89
                     *         },
                     *         "rules": [
                     *           {
                     *             "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Challenge payouts from new devices",
                     *             "event_type": "login",
                     *             "conditions": {
                     *               "all": [
                     *                 {
                     *                   "field": "device.new",
                     *                   "operator": "eq",
                     *                   "value": true
                     *                 }
                     *               ]
                     *             },
                     *             "action": {
                     *               "decision": "challenge"
                     *             },
                     *             "priority": 100
                     *           }
                     *         ],
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_by": {
                     *           "type": "user",
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "comment": "Challenge payouts from new devices."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    changeThresholds: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that you read. If the policy has changed since: 409 with current_version. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allow_max": 29,
                 *       "monitor_max": 49,
                 *       "challenge_max": 89,
                 *       "comment": "Challenge payouts from new devices."
                 *     }
                 */
                "application/json": {
                    /** @description Allow up to this score. */
                    allow_max: number;
                    /** @description Monitor up to this score; at least allow_max. */
                    monitor_max: number;
                    /** @description Challenge up to this score, block above it; at least monitor_max. */
                    challenge_max: number;
                    /** @description Why: stored with the new version, and shown beside it. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description The policy after the change. */
            200: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "version": 1,
                     *         "thresholds": {
                     *           "allow_max": 29,
                     *           "monitor_max": 49,
                     *           "challenge_max": 89
                     *         },
                     *         "rules": [
                     *           {
                     *             "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Challenge payouts from new devices",
                     *             "event_type": "login",
                     *             "conditions": {
                     *               "all": [
                     *                 {
                     *                   "field": "device.new",
                     *                   "operator": "eq",
                     *                   "value": true
                     *                 }
                     *               ]
                     *             },
                     *             "action": {
                     *               "decision": "challenge"
                     *             },
                     *             "priority": 100
                     *           }
                     *         ],
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_by": {
                     *           "type": "user",
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "comment": "Challenge payouts from new devices."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that you read. If the policy has changed since: 409 with current_version. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Challenge payouts from new devices",
                 *       "event_type": "login",
                 *       "conditions": {
                 *         "all": [
                 *           {
                 *             "field": "device.new",
                 *             "operator": "eq",
                 *             "value": true
                 *           }
                 *         ]
                 *       },
                 *       "action": {
                 *         "decision": "challenge"
                 *       },
                 *       "priority": 100,
                 *       "comment": "Challenge payouts from new devices."
                 *     }
                 */
                "application/json": {
                    /** @description Display name, not blank; white space around it is removed. */
                    name: string;
                    /** @description Absent or null: every event type. */
                    event_type?: string | null;
                    /** @description Exactly one of all and any. */
                    conditions: {
                        all?: {
                            /** @enum {string} */
                            field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                            /** @enum {string} */
                            operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                            /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                            value: unknown;
                        }[];
                        any?: {
                            /** @enum {string} */
                            field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                            /** @enum {string} */
                            operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                            /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                            value: unknown;
                        }[];
                    };
                    action: {
                        /**
                         * @description What to do about the event.
                         * @enum {string}
                         */
                        decision: "allow" | "monitor" | "challenge" | "block";
                    };
                    /** @description Rules with a higher priority are evaluated first; unique in the policy. */
                    priority: number;
                    /** @description Why: stored with the new version, and shown beside it. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    /** @description Present if no event can match the rule, such as one for scores above 100. */
                    "Assay-Notice"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "Challenge payouts from new devices",
                     *         "event_type": "login",
                     *         "conditions": {
                     *           "all": [
                     *             {
                     *               "field": "device.new",
                     *               "operator": "eq",
                     *               "value": true
                     *             }
                     *           ]
                     *         },
                     *         "action": {
                     *           "decision": "challenge"
                     *         },
                     *         "priority": 100
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteRule: {
        parameters: {
            query?: {
                /** @description Why: stored with the new version, and shown beside it. */
                comment?: string;
            };
            header?: {
                /** @description The ETag of the version that you read. If the policy has changed since: 409 with current_version. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description Rule id, prefix polr_.
                 * @example polr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. */
            204: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that you read. If the policy has changed since: 409 with current_version. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description Rule id, prefix polr_.
                 * @example polr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Challenge payouts from new devices",
                 *       "event_type": "login",
                 *       "conditions": {
                 *         "all": [
                 *           {
                 *             "field": "device.new",
                 *             "operator": "eq",
                 *             "value": true
                 *           }
                 *         ]
                 *       },
                 *       "action": {
                 *         "decision": "challenge"
                 *       },
                 *       "priority": 100,
                 *       "comment": "Challenge payouts from new devices."
                 *     }
                 */
                "application/json": {
                    /** @description Display name, not blank; white space around it is removed. */
                    name?: string;
                    /** @description Absent or null: every event type. */
                    event_type?: string | null;
                    /** @description Exactly one of all and any. */
                    conditions?: {
                        all?: {
                            /** @enum {string} */
                            field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                            /** @enum {string} */
                            operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                            /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                            value: unknown;
                        }[];
                        any?: {
                            /** @enum {string} */
                            field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                            /** @enum {string} */
                            operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                            /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                            value: unknown;
                        }[];
                    };
                    action?: {
                        /**
                         * @description What to do about the event.
                         * @enum {string}
                         */
                        decision: "allow" | "monitor" | "challenge" | "block";
                    };
                    /** @description Rules with a higher priority are evaluated first; unique in the policy. */
                    priority?: number;
                    /** @description Why: stored with the new version, and shown beside it. */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description The rule after the change. */
            200: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    /** @description Present if no event can match the rule, such as one for scores above 100. */
                    "Assay-Notice"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "Challenge payouts from new devices",
                     *         "event_type": "login",
                     *         "conditions": {
                     *           "all": [
                     *             {
                     *               "field": "device.new",
                     *               "operator": "eq",
                     *               "value": true
                     *             }
                     *           ]
                     *         },
                     *         "action": {
                     *           "decision": "challenge"
                     *         },
                     *         "priority": 100
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Rule"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listPolicyVersions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "version": 1,
                     *           "thresholds": {
                     *             "allow_max": 29,
                     *             "monitor_max": 49,
                     *             "challenge_max": 89
                     *           },
                     *           "rules": [
                     *             {
                     *               "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *               "name": "Challenge payouts from new devices",
                     *               "event_type": "login",
                     *               "conditions": {
                     *                 "all": [
                     *                   {
                     *                     "field": "device.new",
                     *                     "operator": "eq",
                     *                     "value": true
                     *                   }
                     *                 ]
                     *               },
                     *               "action": {
                     *                 "decision": "challenge"
                     *               },
                     *               "priority": 100
                     *             }
                     *           ],
                     *           "updated_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_by": {
                     *             "type": "user",
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "comment": "Challenge payouts from new devices."
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/policy/versions?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Policy"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readPolicyVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Version, 1 or more.
                 * @example 1
                 */
                n: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "version": 1,
                     *         "thresholds": {
                     *           "allow_max": 29,
                     *           "monitor_max": 49,
                     *           "challenge_max": 89
                     *         },
                     *         "rules": [
                     *           {
                     *             "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Challenge payouts from new devices",
                     *             "event_type": "login",
                     *             "conditions": {
                     *               "all": [
                     *                 {
                     *                   "field": "device.new",
                     *                   "operator": "eq",
                     *                   "value": true
                     *                 }
                     *               ]
                     *             },
                     *             "action": {
                     *               "decision": "challenge"
                     *             },
                     *             "priority": 100
                     *           }
                     *         ],
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_by": {
                     *           "type": "user",
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "comment": "Challenge payouts from new devices."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    restorePolicyVersion: {
        parameters: {
            query?: {
                /** @description Why: stored with the new version, and shown beside it. */
                comment?: string;
            };
            header?: {
                /** @description The ETag of the version that you read. If the policy has changed since: 409 with current_version. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Version, 1 or more.
                 * @example 1
                 */
                n: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy after the change. */
            200: {
                headers: {
                    /** @description The version of the policy in quotation marks, for If-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "version": 1,
                     *         "thresholds": {
                     *           "allow_max": 29,
                     *           "monitor_max": 49,
                     *           "challenge_max": 89
                     *         },
                     *         "rules": [
                     *           {
                     *             "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Challenge payouts from new devices",
                     *             "event_type": "login",
                     *             "conditions": {
                     *               "all": [
                     *                 {
                     *                   "field": "device.new",
                     *                   "operator": "eq",
                     *                   "value": true
                     *                 }
                     *               ]
                     *             },
                     *             "action": {
                     *               "decision": "challenge"
                     *             },
                     *             "priority": 100
                     *           }
                     *         ],
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_by": {
                     *           "type": "user",
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "ana@example.com"
                     *         },
                     *         "comment": "Challenge payouts from new devices."
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Policy"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    simulatePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "login",
                 *       "risk_score": 20
                 *     }
                 */
                "application/json": {
                    event_type: string;
                    /** @description 0 to 100; determines the level. */
                    risk_score: number;
                    /** @description Codes that fired; none by default. */
                    signals?: ("NEW_DEVICE" | "UNPROVEN_DEVICE" | "FINGERPRINT_ONLY" | "KNOWN_DEVICE" | "TRUSTED_DEVICE" | "DEVICE_TAMPERED" | "NEW_NETWORK" | "UNRECOGNIZED_CONTEXT" | "FIRST_SEEN_RECENTLY" | "RARE_NETWORK" | "DEVICE_MISMATCH" | "LONG_HISTORY" | "RAPID_NETWORK_CHANGE" | "DORMANT_ACCOUNT" | "LOGIN_FAILURES_ELEVATED" | "BRUTE_FORCE_SUSPECTED" | "PERSISTENT_FAILURES" | "ACCOUNT_UNDER_ATTACK" | "MULTI_ACCOUNT_FAILURES" | "CREDENTIAL_STUFFING_SUSPECTED" | "ATTACK_WAVE" | "UNKNOWN_ACCOUNT" | "AUTOMATION_TRACES" | "AUTOMATION_SUSPECTED" | "SIGNALS_MISSING" | "UNKNOWN_SOURCE" | "UNPROVEN_BROWSER" | "MULTIPLE_ACCOUNTS_PER_DEVICE" | "SIGNUP_VELOCITY" | "PASSWORD_RESET_VELOCITY" | "MFA_ABUSE_SUSPECTED" | "PAYMENT_VELOCITY" | "PAYMENTS_AT_ONCE" | "CARD_TESTING_SUSPECTED" | "SENSITIVE_CHANGE_UNRECOGNIZED" | "SENSITIVE_CHANGE_UNCONFIRMED" | "PAYMENT_ON_NEW_DEVICE" | "PAYMENT_AFTER_RECOVERY" | "SESSION_DEVICE_CHANGED")[];
                    /** @description 0 by default. */
                    automation_score?: number;
                    /** @description By default, whether NEW_DEVICE is among the signals. */
                    device_new?: boolean;
                    /** @description False by default. */
                    device_trusted?: boolean;
                };
            };
        };
        responses: {
            /** @description What the policy would decide. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "decision": "allow",
                     *         "baseline_decision": "allow",
                     *         "matched_rule": null,
                     *         "policy_version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description What to do about the event.
                             * @enum {string}
                             */
                            decision: "allow" | "monitor" | "challenge" | "block";
                            /**
                             * @description What to do about the event.
                             * @enum {string}
                             */
                            baseline_decision: "allow" | "monitor" | "challenge" | "block";
                            /** @description The rule that decided; null when the thresholds alone decided. */
                            matched_rule: {
                                /** @description Prefix polr_. */
                                id: string;
                                name: string;
                            } | null;
                            policy_version: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    backtestPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-01T00:00:00.000Z",
                 *       "to": "2026-03-02T00:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @description ISO 8601 with a time zone, inclusive; by arrival. */
                    from: string;
                    /** @description ISO 8601 with a time zone, exclusive. */
                    to: string;
                    thresholds?: {
                        /** @description Allow up to this score. */
                        allow_max: number;
                        /** @description Monitor up to this score; at least allow_max. */
                        monitor_max: number;
                        /** @description Challenge up to this score, block above it; at least monitor_max. */
                        challenge_max: number;
                    };
                    /** @description By default, the rules of the active policy. */
                    rules?: {
                        /** @description Display name, not blank; white space around it is removed. */
                        name: string;
                        /** @description Absent or null: every event type. */
                        event_type?: string | null;
                        /** @description Exactly one of all and any. */
                        conditions: {
                            all?: {
                                /** @enum {string} */
                                field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                                /** @enum {string} */
                                operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                                /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                                value: unknown;
                            }[];
                            any?: {
                                /** @enum {string} */
                                field: "risk.score" | "risk.level" | "event.type" | "signal.present" | "signal.absent" | "automation.score" | "device.new" | "device.trusted";
                                /** @enum {string} */
                                operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "contains" | "in";
                                /** @description A value of the field's type; for in, a list of 1 to 100 of them. */
                                value: unknown;
                            }[];
                        };
                        action: {
                            /**
                             * @description What to do about the event.
                             * @enum {string}
                             */
                            decision: "allow" | "monitor" | "challenge" | "block";
                        };
                        /** @description Rules with a higher priority are evaluated first; unique in the policy. */
                        priority: number;
                        id?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description What would change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": 1,
                     *         "changed": 1,
                     *         "forced": 0,
                     *         "labelled": 1,
                     *         "transitions": {
                     *           "allow": {
                     *             "allow": 0,
                     *             "monitor": 0,
                     *             "challenge": 1,
                     *             "block": 0
                     *           },
                     *           "monitor": {
                     *             "allow": 0,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           },
                     *           "challenge": {
                     *             "allow": 0,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           },
                     *           "block": {
                     *             "allow": 0,
                     *             "monitor": 0,
                     *             "challenge": 0,
                     *             "block": 0
                     *           }
                     *         },
                     *         "by_event_type": {
                     *           "login": {
                     *             "events": 1,
                     *             "changed": 1
                     *           }
                     *         },
                     *         "by_day": [
                     *           {
                     *             "date": "2026-03-01",
                     *             "events": 1,
                     *             "changed": 1
                     *           }
                     *         ],
                     *         "evaluation": {
                     *           "before": {
                     *             "correct_allow": 1,
                     *             "correct_monitor": 0,
                     *             "correct_challenge": 0,
                     *             "correct_block": 0,
                     *             "potential_false_positive": 0,
                     *             "potential_false_negative": 0,
                     *             "inconclusive": 0
                     *           },
                     *           "after": {
                     *             "correct_allow": 0,
                     *             "correct_monitor": 0,
                     *             "correct_challenge": 1,
                     *             "correct_block": 0,
                     *             "potential_false_positive": 0,
                     *             "potential_false_negative": 0,
                     *             "inconclusive": 0
                     *           }
                     *         },
                     *         "rules": [
                     *           {
                     *             "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "Challenge payouts from new devices",
                     *             "priority": 100,
                     *             "matched": 1,
                     *             "decided": 1,
                     *             "hidden": false
                     *           }
                     *         ],
                     *         "examples": [
                     *           {
                     *             "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *             "event_type": "login",
                     *             "created_at": "2026-03-01T12:00:00.000Z",
                     *             "score": 20,
                     *             "from": "allow",
                     *             "to": "challenge",
                     *             "rule": {
                     *               "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *               "name": "Challenge payouts from new devices"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Backtest"];
                    };
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    measurePolicyQuality: {
        parameters: {
            query: {
                /**
                 * @description ISO 8601 with a time zone, inclusive.
                 * @example 2026-03-01T00:00:00.000Z
                 */
                from: string;
                /**
                 * @description ISO 8601 with a time zone, exclusive.
                 * @example 2026-03-02T00:00:00.000Z
                 */
                to: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quality measures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": 1,
                     *         "labelled": 1,
                     *         "coverage": {
                     *           "value": 1,
                     *           "low": 0.207,
                     *           "high": 1,
                     *           "count": 1,
                     *           "of": 1
                     *         },
                     *         "confusion": {
                     *           "allow": {
                     *             "fraud": 0,
                     *             "legitimate": 1,
                     *             "unknown": 0
                     *           },
                     *           "monitor": {
                     *             "fraud": 0,
                     *             "legitimate": 0,
                     *             "unknown": 0
                     *           },
                     *           "challenge": {
                     *             "fraud": 0,
                     *             "legitimate": 0,
                     *             "unknown": 0
                     *           },
                     *           "block": {
                     *             "fraud": 0,
                     *             "legitimate": 0,
                     *             "unknown": 0
                     *           }
                     *         },
                     *         "block": {
                     *           "precision": {
                     *             "value": null,
                     *             "low": null,
                     *             "high": null,
                     *             "count": 0,
                     *             "of": 0
                     *           },
                     *           "recall": {
                     *             "value": null,
                     *             "low": null,
                     *             "high": null,
                     *             "count": 0,
                     *             "of": 0
                     *           },
                     *           "false_positive_rate": {
                     *             "value": 0,
                     *             "low": 0,
                     *             "high": 0.793,
                     *             "count": 0,
                     *             "of": 1
                     *           }
                     *         },
                     *         "challenge_or_block": {
                     *           "precision": {
                     *             "value": null,
                     *             "low": null,
                     *             "high": null,
                     *             "count": 0,
                     *             "of": 0
                     *           },
                     *           "recall": {
                     *             "value": null,
                     *             "low": null,
                     *             "high": null,
                     *             "count": 0,
                     *             "of": 0
                     *           },
                     *           "false_positive_rate": {
                     *             "value": 0,
                     *             "low": 0,
                     *             "high": 0.793,
                     *             "count": 0,
                     *             "of": 1
                     *           }
                     *         },
                     *         "by_policy_version": [
                     *           {
                     *             "policy_version": 1,
                     *             "confusion": {
                     *               "allow": {
                     *                 "fraud": 0,
                     *                 "legitimate": 1,
                     *                 "unknown": 0
                     *               },
                     *               "monitor": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "challenge": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "block": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               }
                     *             },
                     *             "block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             },
                     *             "challenge_or_block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "by_rule": [
                     *           {
                     *             "rule": {
                     *               "id": "polr_01m7zweae9e0ttzdyss4193jta",
                     *               "name": "Challenge payouts from new devices"
                     *             },
                     *             "confusion": {
                     *               "allow": {
                     *                 "fraud": 0,
                     *                 "legitimate": 1,
                     *                 "unknown": 0
                     *               },
                     *               "monitor": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "challenge": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "block": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               }
                     *             },
                     *             "block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             },
                     *             "challenge_or_block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "by_signal": [
                     *           {
                     *             "signal": "NEW_DEVICE",
                     *             "confusion": {
                     *               "allow": {
                     *                 "fraud": 0,
                     *                 "legitimate": 1,
                     *                 "unknown": 0
                     *               },
                     *               "monitor": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "challenge": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               },
                     *               "block": {
                     *                 "fraud": 0,
                     *                 "legitimate": 0,
                     *                 "unknown": 0
                     *               }
                     *             },
                     *             "block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             },
                     *             "challenge_or_block": {
                     *               "precision": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "recall": {
                     *                 "value": null,
                     *                 "low": null,
                     *                 "high": null,
                     *                 "count": 0,
                     *                 "of": 0
                     *               },
                     *               "false_positive_rate": {
                     *                 "value": 0,
                     *                 "low": 0,
                     *                 "high": 0.793,
                     *                 "count": 0,
                     *                 "of": 1
                     *               }
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            events: number;
                            labelled: number;
                            /**
                             * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                             * @example {
                             *       "value": 1,
                             *       "low": 0.207,
                             *       "high": 1,
                             *       "count": 1,
                             *       "of": 1
                             *     }
                             */
                            coverage: {
                                value: number | null;
                                low: number | null;
                                high: number | null;
                                count: number;
                                of: number;
                            };
                            /**
                             * @example {
                             *       "allow": {
                             *         "fraud": 0,
                             *         "legitimate": 1,
                             *         "unknown": 0
                             *       },
                             *       "monitor": {
                             *         "fraud": 0,
                             *         "legitimate": 0,
                             *         "unknown": 0
                             *       },
                             *       "challenge": {
                             *         "fraud": 0,
                             *         "legitimate": 0,
                             *         "unknown": 0
                             *       },
                             *       "block": {
                             *         "fraud": 0,
                             *         "legitimate": 0,
                             *         "unknown": 0
                             *       }
                             *     }
                             */
                            confusion: {
                                allow: {
                                    fraud: number;
                                    legitimate: number;
                                    unknown: number;
                                };
                                monitor: {
                                    fraud: number;
                                    legitimate: number;
                                    unknown: number;
                                };
                                challenge: {
                                    fraud: number;
                                    legitimate: number;
                                    unknown: number;
                                };
                                block: {
                                    fraud: number;
                                    legitimate: number;
                                    unknown: number;
                                };
                            };
                            /**
                             * @example {
                             *       "precision": {
                             *         "value": null,
                             *         "low": null,
                             *         "high": null,
                             *         "count": 0,
                             *         "of": 0
                             *       },
                             *       "recall": {
                             *         "value": null,
                             *         "low": null,
                             *         "high": null,
                             *         "count": 0,
                             *         "of": 0
                             *       },
                             *       "false_positive_rate": {
                             *         "value": 0,
                             *         "low": 0,
                             *         "high": 0.793,
                             *         "count": 0,
                             *         "of": 1
                             *       }
                             *     }
                             */
                            block: {
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                precision: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                recall: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                false_positive_rate: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                            };
                            /**
                             * @example {
                             *       "precision": {
                             *         "value": null,
                             *         "low": null,
                             *         "high": null,
                             *         "count": 0,
                             *         "of": 0
                             *       },
                             *       "recall": {
                             *         "value": null,
                             *         "low": null,
                             *         "high": null,
                             *         "count": 0,
                             *         "of": 0
                             *       },
                             *       "false_positive_rate": {
                             *         "value": 0,
                             *         "low": 0,
                             *         "high": 0.793,
                             *         "count": 0,
                             *         "of": 1
                             *       }
                             *     }
                             */
                            challenge_or_block: {
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                precision: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                recall: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                                /**
                                 * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                 * @example {
                                 *       "value": 1,
                                 *       "low": 0.207,
                                 *       "high": 1,
                                 *       "count": 1,
                                 *       "of": 1
                                 *     }
                                 */
                                false_positive_rate: {
                                    value: number | null;
                                    low: number | null;
                                    high: number | null;
                                    count: number;
                                    of: number;
                                };
                            };
                            by_policy_version: {
                                policy_version: number;
                                /**
                                 * @example {
                                 *       "allow": {
                                 *         "fraud": 0,
                                 *         "legitimate": 1,
                                 *         "unknown": 0
                                 *       },
                                 *       "monitor": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "challenge": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "block": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       }
                                 *     }
                                 */
                                confusion: {
                                    allow: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    monitor: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    challenge: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    block: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                challenge_or_block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                            }[];
                            by_rule: {
                                rule: {
                                    /** @description Prefix polr_. */
                                    id: string;
                                    name: string;
                                };
                                /**
                                 * @example {
                                 *       "allow": {
                                 *         "fraud": 0,
                                 *         "legitimate": 1,
                                 *         "unknown": 0
                                 *       },
                                 *       "monitor": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "challenge": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "block": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       }
                                 *     }
                                 */
                                confusion: {
                                    allow: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    monitor: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    challenge: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    block: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                challenge_or_block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                            }[];
                            by_signal: {
                                /**
                                 * @description Stable code, such as NEW_DEVICE.
                                 * @example NEW_DEVICE
                                 */
                                signal: string;
                                /**
                                 * @example {
                                 *       "allow": {
                                 *         "fraud": 0,
                                 *         "legitimate": 1,
                                 *         "unknown": 0
                                 *       },
                                 *       "monitor": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "challenge": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       },
                                 *       "block": {
                                 *         "fraud": 0,
                                 *         "legitimate": 0,
                                 *         "unknown": 0
                                 *       }
                                 *     }
                                 */
                                confusion: {
                                    allow: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    monitor: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    challenge: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                    block: {
                                        fraud: number;
                                        legitimate: number;
                                        unknown: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                                /**
                                 * @example {
                                 *       "precision": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "recall": {
                                 *         "value": null,
                                 *         "low": null,
                                 *         "high": null,
                                 *         "count": 0,
                                 *         "of": 0
                                 *       },
                                 *       "false_positive_rate": {
                                 *         "value": 0,
                                 *         "low": 0,
                                 *         "high": 0.793,
                                 *         "count": 0,
                                 *         "of": 1
                                 *       }
                                 *     }
                                 */
                                challenge_or_block: {
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    precision: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    recall: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                    /**
                                     * @description count / of with its 95 % Wilson interval; null when `of` is 0.
                                     * @example {
                                     *       "value": 1,
                                     *       "low": 0.207,
                                     *       "high": 1,
                                     *       "count": 1,
                                     *       "of": 1
                                     *     }
                                     */
                                    false_positive_rate: {
                                        value: number | null;
                                        low: number | null;
                                        high: number | null;
                                        count: number;
                                        of: number;
                                    };
                                };
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoints, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "whe_01m7zweae9e0ttzdyss4193jta",
                     *           "url": "https://shop.example.com/assay-webhooks",
                     *           "description": "Decisions for the shop",
                     *           "event_types": [
                     *             "decision.challenge",
                     *             "decision.block"
                     *           ],
                     *           "status": "active",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z",
                     *           "last_success_at": "2026-03-01T12:00:00.000Z",
                     *           "last_failure_at": null,
                     *           "consecutive_failures": 0
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/webhooks?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/assay-webhooks",
                 *       "description": "Decisions for the shop",
                 *       "event_types": [
                 *         "decision.challenge",
                 *         "decision.block"
                 *       ],
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /** @description http or https. Private and other special addresses are rejected unless the operator has allowed them. */
                    url: string;
                    /**
                     * @description Free text.
                     * @example Decisions for the shop
                     */
                    description?: string | null;
                    /** @description Types that the endpoint receives; `["*"]` for all. */
                    event_types?: ("*" | "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test")[];
                    /**
                     * @description While the endpoint is disabled, nothing is sent to it and nothing is queued for it.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "whe_01m7zweae9e0ttzdyss4193jta",
                     *         "url": "https://shop.example.com/assay-webhooks",
                     *         "description": "Decisions for the shop",
                     *         "event_types": [
                     *           "decision.challenge",
                     *           "decision.block"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "last_success_at": "2026-03-01T12:00:00.000Z",
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0,
                     *         "secret": "whsec_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpq"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/assay-webhooks",
                 *       "description": "Decisions for the shop",
                 *       "event_types": [
                 *         "decision.challenge",
                 *         "decision.block"
                 *       ],
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /** @description http or https. Private and other special addresses are rejected unless the operator has allowed them. */
                    url?: string;
                    /**
                     * @description Free text.
                     * @example Decisions for the shop
                     */
                    description?: string | null;
                    /** @description Types that the endpoint receives; `["*"]` for all. */
                    event_types?: ("*" | "risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test")[];
                    /**
                     * @description While the endpoint is disabled, nothing is sent to it and nothing is queued for it.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "whe_01m7zweae9e0ttzdyss4193jta",
                     *         "url": "https://shop.example.com/assay-webhooks",
                     *         "description": "Decisions for the shop",
                     *         "event_types": [
                     *           "decision.challenge",
                     *           "decision.block"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "last_success_at": "2026-03-01T12:00:00.000Z",
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "whe_01m7zweae9e0ttzdyss4193jta",
                     *         "url": "https://shop.example.com/assay-webhooks",
                     *         "description": "Decisions for the shop",
                     *         "event_types": [
                     *           "decision.challenge",
                     *           "decision.block"
                     *         ],
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z",
                     *         "last_success_at": "2026-03-01T12:00:00.000Z",
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0,
                     *         "secret": "whsec_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpq"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                     *         "type": "webhook.test",
                     *         "event_id": null,
                     *         "status": "pending",
                     *         "next_attempt_at": "2026-03-01T12:00:00.000Z",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "attempts": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
                /** @description Any of these. */
                status?: ("pending" | "delivered" | "failed" | "exhausted" | "cancelled")[];
                /** @description Any of these. */
                type?: ("risk.assessment.completed" | "decision.allow" | "decision.monitor" | "decision.challenge" | "decision.block" | "device.new" | "security.credential_stuffing" | "security.brute_force" | "security.automation_suspected" | "device.trusted" | "device.trust_revoked" | "outcome.created" | "outcome.updated" | "webhook.test" | "alert.opened" | "alert.resolved")[];
            };
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                     *           "type": "risk.assessment.completed",
                     *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *           "status": "delivered",
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "attempts": [
                     *             {
                     *               "id": "wha_01m7zweae9e0ttzdyss4193jta",
                     *               "number": 1,
                     *               "started_at": "2026-03-01T12:00:00.000Z",
                     *               "duration_ms": 1,
                     *               "http_status": 200,
                     *               "error": null,
                     *               "response_snippet": "thanks"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/webhooks/whe_01m7zweae9e0ttzdyss4193jta/deliveries?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
                /**
                 * @description Delivery id, prefix wh_evt_.
                 * @example wh_evt_01m7zweae9e0ttzdyss4193jta
                 */
                wh_evt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                     *         "type": "risk.assessment.completed",
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "status": "delivered",
                     *         "next_attempt_at": null,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "id": "wha_01m7zweae9e0ttzdyss4193jta",
                     *             "number": 1,
                     *             "started_at": "2026-03-01T12:00:00.000Z",
                     *             "duration_ms": 1,
                     *             "http_status": 200,
                     *             "error": null,
                     *             "response_snippet": "thanks"
                     *           }
                     *         ],
                     *         "payload": "{\"id\":\"wh_evt_01m7zweae9e0ttzdyss4193jta\",\"type\":\"risk.assessment.completed\",\"created_at\":\"2026-03-01T12:00:00.000Z\",\"api_version\":\"2026-11-01\",\"data\":{\"event_id\":\"evt_01m7zweae9e0ttzdyss4193jta\",\"event_type\":\"login\",\"device_id\":\"dev_01m7zweae9e0ttzdyss4193jta\",\"risk\":{\"score\":20,\"level\":\"low\",\"decision\":\"allow\",\"signals\":[{\"code\":\"NEW_DEVICE\",\"weight\":20,\"description\":\"The device has never been seen before.\"}]}}}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryWithPayload"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
                /**
                 * @description Delivery id, prefix wh_evt_.
                 * @example wh_evt_01m7zweae9e0ttzdyss4193jta
                 */
                wh_evt: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, queued again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                     *         "type": "risk.assessment.completed",
                     *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                     *         "status": "delivered",
                     *         "next_attempt_at": null,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "attempts": [
                     *           {
                     *             "id": "wha_01m7zweae9e0ttzdyss4193jta",
                     *             "number": 1,
                     *             "started_at": "2026-03-01T12:00:00.000Z",
                     *             "duration_ms": 1,
                     *             "http_status": 200,
                     *             "error": null,
                     *             "response_snippet": "thanks"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    redeliverFailedWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook endpoint id, prefix whe_.
                 * @example whe_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries are queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "queued_count": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Deliveries. */
                            queued_count: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
                status?: "open" | "resolved";
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alerts, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "alt_01m7zweae9e0ttzdyss4193jta",
                     *           "rule_id": "alr_01m7zweae9e0ttzdyss4193jta",
                     *           "rule_name": "Blocked logins",
                     *           "kind": "block_share",
                     *           "status": "open",
                     *           "what": "40 % of the events were blocked: 40 of 100 within 15 minutes.",
                     *           "path": "events?decision=block",
                     *           "value": 40,
                     *           "threshold": 20,
                     *           "since": "2026-03-01T12:00:00.000Z",
                     *           "opened_at": "2026-03-01T12:00:00.000Z",
                     *           "resolved_at": null,
                     *           "notifications": [
                     *             {
                     *               "channel_id": "alc_01m7zweae9e0ttzdyss4193jta",
                     *               "type": "alert.opened",
                     *               "status": "sent",
                     *               "delivery_status": null,
                     *               "due_at": "2026-03-01T12:00:00.000Z",
                     *               "sent_at": "2026-03-01T12:00:00.000Z",
                     *               "attempts": 1,
                     *               "error": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/alerts?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Alert"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAlertRules: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "alr_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "Blocked logins",
                     *           "kind": "block_share",
                     *           "threshold": 20,
                     *           "window_minutes": 5,
                     *           "min_events": 1,
                     *           "channels": [
                     *             "alc_01m7zweae9e0ttzdyss4193jta"
                     *           ],
                     *           "quiet_hours": {
                     *             "from": "22:00",
                     *             "to": "07:00",
                     *             "time_zone": "Europe/Berlin"
                     *           },
                     *           "status": "active",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "updated_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/alert-rules?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertRule"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Blocked logins",
                 *       "kind": "block_share",
                 *       "threshold": 20,
                 *       "channels": [
                 *         "alc_01m7zweae9e0ttzdyss4193jta"
                 *       ],
                 *       "quiet_hours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "time_zone": "Europe/Berlin"
                 *       },
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Blocked logins
                     */
                    name: string;
                    /** @enum {string} */
                    kind: "block_share" | "attack_wave" | "webhook_failing" | "refused_origins";
                    /**
                     * @description The rule alerts at or above this value. block_share: 1 to 100 percent of the events. attack_wave: 2 to 2,000 challenged and blocked events in one campaign. webhook_failing: 1 to 1,000 failed attempts in a row. refused_origins: 1 to 1,000,000 refused events.
                     * @example 20
                     */
                    threshold: number;
                    /** @description Ids of channels. With none, alerts appear in the dashboard only. */
                    channels: string[];
                    /** @description How far back events are counted. Not used by webhook_failing. */
                    window_minutes?: number;
                    /** @description block_share: with fewer events there is no alert. */
                    min_events?: number;
                    /** @description Messages that fall due between these times of day wait until `to`, which may be on the next day. An alert that has ended by then gets a single message. */
                    quiet_hours?: {
                        /** @example 22:00 */
                        from: string;
                        /** @example 07:00 */
                        to: string;
                        /** @example Europe/Berlin */
                        time_zone: string;
                    } | null;
                    /**
                     * @description A disabled rule is not evaluated, and its alerts end.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "alr_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "Blocked logins",
                     *         "kind": "block_share",
                     *         "threshold": 20,
                     *         "window_minutes": 5,
                     *         "min_events": 1,
                     *         "channels": [
                     *           "alc_01m7zweae9e0ttzdyss4193jta"
                     *         ],
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "time_zone": "Europe/Berlin"
                     *         },
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertRule"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Alert rule id, prefix alr_.
                 * @example alr_01m7zweae9e0ttzdyss4193jta
                 */
                rule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Alert rule id, prefix alr_.
                 * @example alr_01m7zweae9e0ttzdyss4193jta
                 */
                rule: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Blocked logins",
                 *       "threshold": 20,
                 *       "quiet_hours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "time_zone": "Europe/Berlin"
                 *       },
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Blocked logins
                     */
                    name?: string;
                    /** @enum {string} */
                    kind?: "block_share" | "attack_wave" | "webhook_failing" | "refused_origins";
                    /**
                     * @description The rule alerts at or above this value. block_share: 1 to 100 percent of the events. attack_wave: 2 to 2,000 challenged and blocked events in one campaign. webhook_failing: 1 to 1,000 failed attempts in a row. refused_origins: 1 to 1,000,000 refused events.
                     * @example 20
                     */
                    threshold?: number;
                    /** @description Ids of channels. With none, alerts appear in the dashboard only. */
                    channels?: string[];
                    /** @description How far back events are counted. Not used by webhook_failing. */
                    window_minutes?: number;
                    /** @description block_share: with fewer events there is no alert. */
                    min_events?: number;
                    /** @description Messages that fall due between these times of day wait until `to`, which may be on the next day. An alert that has ended by then gets a single message. */
                    quiet_hours?: {
                        /** @example 22:00 */
                        from: string;
                        /** @example 07:00 */
                        to: string;
                        /** @example Europe/Berlin */
                        time_zone: string;
                    } | null;
                    /**
                     * @description A disabled rule is not evaluated, and its alerts end.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The rule after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "alr_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "Blocked logins",
                     *         "kind": "block_share",
                     *         "threshold": 20,
                     *         "window_minutes": 5,
                     *         "min_events": 1,
                     *         "channels": [
                     *           "alc_01m7zweae9e0ttzdyss4193jta"
                     *         ],
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "time_zone": "Europe/Berlin"
                     *         },
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "updated_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertRule"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAlertChannels: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "alc_01m7zweae9e0ttzdyss4193jta",
                     *           "name": "On call",
                     *           "kind": "email",
                     *           "target": "oncall@example.com",
                     *           "endpoint_id": null,
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_success_at": "2026-03-01T12:00:00.000Z",
                     *           "last_failure_at": null,
                     *           "consecutive_failures": 0,
                     *           "last_error": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/alert-channels?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertChannel"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "On call",
                 *       "kind": "email",
                 *       "emails": [
                 *         "oncall@example.com"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Blocked logins
                     */
                    name: string;
                    /**
                     * @description email: needs `emails` and an SMTP server of the installation. slack: `url` takes a POST of `{"text": "…"}`. webhook: a signed `alert.opened` and `alert.resolved` to the endpoint `endpoint_id`.
                     * @enum {string}
                     */
                    kind: "email" | "slack" | "webhook";
                    emails?: string[];
                    /** @description A secret: responses show only its beginning. The address rules of webhooks apply. */
                    url?: string;
                    endpoint_id?: string;
                };
            };
        };
        responses: {
            /** @description The channel. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "alc_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "On call",
                     *         "kind": "email",
                     *         "target": "oncall@example.com",
                     *         "endpoint_id": null,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_success_at": "2026-03-01T12:00:00.000Z",
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0,
                     *         "last_error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertChannel"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Alert channel id, prefix alc_.
                 * @example alc_01m7zweae9e0ttzdyss4193jta
                 */
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    testAlertChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description Alert channel id, prefix alc_.
                 * @example alc_01m7zweae9e0ttzdyss4193jta
                 */
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel after the test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "alc_01m7zweae9e0ttzdyss4193jta",
                     *         "name": "On call",
                     *         "kind": "email",
                     *         "target": "oncall@example.com",
                     *         "endpoint_id": null,
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_success_at": "2026-03-01T12:00:00.000Z",
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0,
                     *         "last_error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertChannel"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@example.com",
                 *       "password": "a long sentence works best"
                 *     }
                 */
                "application/json": {
                    /** @description Case-insensitive. */
                    email: string;
                    password: string;
                    /** @description Six digits, or a recovery code. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "token": "dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "user": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "email": "ana@example.com",
                     *           "role": "owner",
                     *           "organization_id": "org_01m7zweae9e0ttzdyss4193jta",
                     *           "totp_enabled": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description Returned only once.
                             * @example dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv
                             */
                            token: string;
                            /**
                             * Format: date-time
                             * @description When the session ends, whether it is used or not.
                             */
                            expires_at: string;
                            user: {
                                /** @description Prefix usr_. */
                                id: string;
                                email: string;
                                /**
                                 * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                                 * @enum {string}
                                 */
                                role: "owner" | "admin" | "analyst" | "viewer";
                                organization_id: string;
                                /** @description Whether login requires a second factor. */
                                totp_enabled: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "user": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "email": "ana@example.com",
                     *           "role": "owner",
                     *           "organization_id": "org_01m7zweae9e0ttzdyss4193jta",
                     *           "totp_enabled": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * Format: date-time
                             * @description When the session ends, whether it is used or not.
                             */
                            expires_at: string;
                            user: {
                                /** @description Prefix usr_. */
                                id: string;
                                email: string;
                                /**
                                 * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                                 * @enum {string}
                                 */
                                role: "owner" | "admin" | "analyst" | "viewer";
                                organization_id: string;
                                /** @description Whether login requires a second factor. */
                                totp_enabled: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "a long sentence works best",
                 *       "new_password": "another long sentence is fine"
                 *     }
                 */
                "application/json": {
                    current_password: string;
                    /** @description At least 10 characters; a sentence works best. */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description The new session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "token": "dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "user": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "email": "ana@example.com",
                     *           "role": "owner",
                     *           "organization_id": "org_01m7zweae9e0ttzdyss4193jta",
                     *           "totp_enabled": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description Returned only once.
                             * @example dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv
                             */
                            token: string;
                            /**
                             * Format: date-time
                             * @description When the session ends, whether it is used or not.
                             */
                            expires_at: string;
                            user: {
                                /** @description Prefix usr_. */
                                id: string;
                                email: string;
                                /**
                                 * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                                 * @enum {string}
                                 */
                                role: "owner" | "admin" | "analyst" | "viewer";
                                organization_id: string;
                                /** @description Whether login requires a second factor. */
                                totp_enabled: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ses_01m7zweae9e0ttzdyss4193jta",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "expires_at": "2026-03-01T12:00:00.000Z",
                     *           "is_current": false
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/auth/sessions?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OwnSession"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Session id, prefix ses_.
                 * @example ses_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long sentence works best"
                 *     }
                 */
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                     *         "otpauth_url": "otpauth://totp/Assay:ana%40example.com?issuer=Assay&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description Base32, for the authenticator app. Returned only once.
                             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
                             */
                            secret: string;
                            /**
                             * @description The same secret as a URL, for a link or a QR code.
                             * @example otpauth://totp/Assay:ana%40example.com?issuer=Assay&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
                             */
                            otpauth_url: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long sentence works best",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    password: string;
                    /**
                     * @description Six digits, or a recovery code.
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The second factor is disabled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Six digits, or a recovery code.
                     * @example 123456
                     */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Recovery codes, returned only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "recovery_codes": [
                     *           "mfrggzdfmztwq2lknnwg23tp"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            recovery_codes: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "email": "ana@example.com",
                     *           "role": "owner",
                     *           "status": "active",
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/members?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@example.com",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /** @description An email address without invisible characters, case-insensitive. */
                    email: string;
                    /**
                     * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "analyst" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member with the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *         "email": "ana@example.com",
                     *         "role": "owner",
                     *         "invitation_url": "https://risk.example.com/#/invitation?token=inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                     *         "invitation_token": "inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    issueMemberLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Member id, prefix usr_.
                 * @example usr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member with the link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *         "email": "ana@example.com",
                     *         "role": "owner",
                     *         "invitation_url": "https://risk.example.com/#/invitation?token=inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                     *         "invitation_token": "inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Member id, prefix usr_.
                 * @example usr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Member id, prefix usr_.
                 * @example usr_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "analyst" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *         "email": "ana@example.com",
                     *         "role": "owner",
                     *         "status": "active",
                     *         "created_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                 *       "password": "a long sentence works best"
                 *     }
                 */
                "application/json": {
                    /** @example inv_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv */
                    token: string;
                    /** @description At least 10 characters; a sentence works best. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "token": "dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv",
                     *         "expires_at": "2026-03-01T12:00:00.000Z",
                     *         "user": {
                     *           "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *           "email": "ana@example.com",
                     *           "role": "owner",
                     *           "organization_id": "org_01m7zweae9e0ttzdyss4193jta",
                     *           "totp_enabled": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /**
                             * @description Returned only once.
                             * @example dash_0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjkmnpqrstv
                             */
                            token: string;
                            /**
                             * Format: date-time
                             * @description When the session ends, whether it is used or not.
                             */
                            expires_at: string;
                            user: {
                                /** @description Prefix usr_. */
                                id: string;
                                email: string;
                                /**
                                 * @description owner: everything. admin: everything except members. analyst: read, outcomes, device trust, simulator, alert rules, notes, assignments, saved views. viewer: read.
                                 * @enum {string}
                                 */
                                role: "owner" | "admin" | "analyst" | "viewer";
                                organization_id: string;
                                /** @description Whether login requires a second factor. */
                                totp_enabled: boolean;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listEnvironments: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "env_01m7zweae9e0ttzdyss4193jta",
                     *           "kind": "test",
                     *           "name": "Shop",
                     *           "allowed_origins": [
                     *             "https://shop.example.com"
                     *           ],
                     *           "public_risk": "full",
                     *           "retention_days": 90,
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Environment"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "kind": "test"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Shop
                     */
                    name: string;
                    /** @enum {string} */
                    kind: "test" | "live";
                };
            };
        };
        responses: {
            /** @description The environment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "env_01m7zweae9e0ttzdyss4193jta",
                     *         "kind": "test",
                     *         "name": "Shop",
                     *         "allowed_origins": [
                     *           "https://shop.example.com"
                     *         ],
                     *         "public_risk": "full",
                     *         "retention_days": 90,
                     *         "created_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Environment"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateEnvironment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "allowed_origins": [
                 *         "https://shop.example.com"
                 *       ],
                 *       "retention_days": 90
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name, not blank; white space around it is removed.
                     * @example Shop
                     */
                    name?: string;
                    /** @description Origins of pages that may send events. An empty list allows any origin. */
                    allowed_origins?: string[];
                    /**
                     * @description What a caller with a public key receives: the full risk, or none of it.
                     * @enum {string}
                     */
                    public_risk?: "full" | "none";
                    /** @description Days after which raw addresses and client signals are removed; null keeps them. */
                    retention_days?: number | null;
                };
            };
        };
        responses: {
            /** @description The environment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "env_01m7zweae9e0ttzdyss4193jta",
                     *         "kind": "test",
                     *         "name": "Shop",
                     *         "allowed_origins": [
                     *           "https://shop.example.com"
                     *         ],
                     *         "public_risk": "full",
                     *         "retention_days": 90,
                     *         "created_at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Environment"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *           "kind": "secret",
                     *           "name": "Backend",
                     *           "last_four": "wxyz",
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "last_used_at": "2026-03-01T12:00:00.000Z",
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/environments/env_01m7zweae9e0ttzdyss4193jta/keys?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "secret",
                 *       "name": "Backend"
                 *     }
                 */
                "application/json": {
                    /**
                     * @example secret
                     * @enum {string}
                     */
                    kind: "public" | "secret";
                    /**
                     * @description Display name, empty if the key has none; white space around it is removed.
                     * @example Backend
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The key with its text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *         "kind": "secret",
                     *         "name": "Backend",
                     *         "last_four": "wxyz",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_at": null,
                     *         "revoked_at": null,
                     *         "key": "sec_test_0123456789abcdefghjkmnpqrstvwxyz"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["KeyWithText"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key id, prefix key_.
                 * @example key_01m7zweae9e0ttzdyss4193jta
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is no longer accepted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *         "kind": "secret",
                     *         "name": "Backend",
                     *         "last_four": "wxyz",
                     *         "created_at": "2026-03-01T12:00:00.000Z",
                     *         "last_used_at": "2026-03-01T12:00:00.000Z",
                     *         "revoked_at": null,
                     *         "environment": {
                     *           "id": "env_01m7zweae9e0ttzdyss4193jta",
                     *           "kind": "test",
                     *           "name": "Shop",
                     *           "allowed_origins": [
                     *             "https://shop.example.com"
                     *           ],
                     *           "public_risk": "full",
                     *           "retention_days": 90,
                     *           "created_at": "2026-03-01T12:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["OwnKey"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the integration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "from": "2026-03-01T00:00:00.000Z",
                     *         "refused_events": [
                     *           {
                     *             "code": "rate_limited",
                     *             "count": 1,
                     *             "last_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "refused_origins": [
                     *           {
                     *             "origin": "https://shop.example.com",
                     *             "count": 1,
                     *             "last_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "issues": [
                     *           {
                     *             "code": "unknown_field",
                     *             "pointer": "/account",
                     *             "count": 1,
                     *             "last_at": "2026-03-01T12:00:00.000Z"
                     *           }
                     *         ],
                     *         "event_types": [
                     *           {
                     *             "event_type": "email_changed",
                     *             "read_as": "email_change",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "sample": {
                     *           "events": 1,
                     *           "first_at": "2026-03-01T12:00:00.000Z",
                     *           "last_at": "2026-03-01T12:00:00.000Z",
                     *           "by_key": {
                     *             "public": {
                     *               "events": 1,
                     *               "few_signals": 1,
                     *               "busiest_address": {
                     *                 "events": 1,
                     *                 "accounts": 1
                     *               }
                     *             },
                     *             "secret": {
                     *               "events": 1,
                     *               "few_signals": 1,
                     *               "busiest_address": {
                     *                 "events": 1,
                     *                 "accounts": 1
                     *               }
                     *             }
                     *           }
                     *         },
                     *         "sdk_versions": [
                     *           {
                     *             "version": "0.1.0",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "clock": {
                     *           "dated": 1,
                     *           "ahead": 1,
                     *           "late": 1,
                     *           "max_ahead_seconds": 1,
                     *           "median_delay_seconds": 1
                     *         },
                     *         "unused_keys": [
                     *           {
                     *             "id": "key_01m7zweae9e0ttzdyss4193jta",
                     *             "kind": "secret",
                     *             "name": "Backend",
                     *             "last_four": "wxyz",
                     *             "created_at": "2026-03-01T12:00:00.000Z",
                     *             "last_used_at": "2026-03-01T12:00:00.000Z",
                     *             "revoked_at": null
                     *           }
                     *         ],
                     *         "mail_server": false,
                     *         "steps": {
                     *           "sdk_seen": false,
                     *           "origins_set": false,
                     *           "webhook_verified": false
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Integration"];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    eraseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Environment id, prefix env_.
                 * @example env_01m7zweae9e0ttzdyss4193jta
                 */
                env: string;
                /**
                 * @description The customer's own account id, percent-encoded.
                 * @example u_1
                 */
                externalAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "erased_events": 1,
                     *         "erased_devices": 1,
                     *         "at": "2026-03-01T12:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Events that no longer contain the account, an address or client signals. */
                            erased_events: number;
                            /** @description Devices that no other account uses. */
                            erased_devices: number;
                            /** Format: date-time */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Any of these. */
                action?: ("organization.created" | "environment.created" | "environment.updated" | "key.created" | "key.revoked" | "member.invited" | "member.created" | "member.joined" | "member.role_changed" | "member.removed" | "member.link_issued" | "member.password_changed" | "member.second_factor_enabled" | "member.second_factor_disabled" | "member.recovery_code_used" | "member.verification_rejected" | "session.started" | "session.rejected" | "session.revoked" | "device.trusted" | "device.trust_revoked" | "account.erased" | "outcomes.recorded" | "outcomes.undone" | "policy.thresholds_changed" | "policy.rule_created" | "policy.rule_updated" | "policy.rule_deleted" | "policy.applied" | "policy.restored" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.test_sent" | "webhook.redelivered" | "webhook.failed_redelivered" | "alert_channel.created" | "alert_channel.deleted" | "alert_channel.test_sent" | "alert_rule.created" | "alert_rule.updated" | "alert_rule.deleted" | "note.created" | "note.updated" | "note.deleted" | "event.assigned" | "event.unassigned" | "events.assigned" | "events.unassigned" | "saved_view.created" | "saved_view.updated" | "saved_view.deleted")[];
                /** @description Who made the change, such as a member. */
                actor_id?: string;
                /** @description What was changed. */
                target_id?: string;
                /** @description Changes within one environment. */
                environment_id?: string;
                /** @description ISO 8601 with a time zone, inclusive. */
                from?: string;
                /** @description ISO 8601 with a time zone, exclusive. */
                to?: string;
                /** @description Overrides the Accept header: a link in a browser cannot send one. */
                format?: "json" | "ndjson" | "csv";
                /** @description Items per page. */
                limit?: number;
                /** @description Where the page starts; taken from `links` or `meta`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "aud_01m7zweae9e0ttzdyss4193jta",
                     *           "sequence": 2,
                     *           "action": "key.created",
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "usr_01m7zweae9e0ttzdyss4193jta",
                     *             "name": "ana@example.com"
                     *           },
                     *           "ip_masked": "203.0.113.xxx",
                     *           "target": {
                     *             "type": "key",
                     *             "id": "key_01m7zweae9e0ttzdyss4193jta"
                     *           },
                     *           "environment_id": "env_01m7zweae9e0ttzdyss4193jta",
                     *           "before": null,
                     *           "after": {
                     *             "kind": "secret",
                     *             "name": "Backend"
                     *           },
                     *           "created_at": "2026-03-01T12:00:00.000Z",
                     *           "previous_hash": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e",
                     *           "hash": "d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4"
                     *         }
                     *       ],
                     *       "links": {
                     *         "first": "/v1/audit?limit=25",
                     *         "prev": null,
                     *         "next": null
                     *       },
                     *       "meta": {
                     *         "limit": 25,
                     *         "next_cursor": null,
                     *         "prev_cursor": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            limit: number;
                            next_cursor: string | null;
                            prev_cursor: string | null;
                        };
                    };
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            422: components["responses"]["Problem422"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process responds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process can serve requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    describe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    /** @description Changes with the document, for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The client has the current document. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    onRiskAssessmentCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "risk.assessment.completed",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "risk.assessment.completed";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDecisionAllow: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "decision.allow",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "decision.allow";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDecisionMonitor: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "decision.monitor",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 30,
                 *           "level": "medium",
                 *           "decision": "monitor",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "NEW_NETWORK",
                 *               "weight": 10,
                 *               "description": "The account has never proven this network, only 2 networks near it."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "decision.monitor";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDecisionChallenge: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "decision.challenge",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 50,
                 *           "level": "high",
                 *           "decision": "challenge",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "NEW_NETWORK",
                 *               "weight": 10,
                 *               "description": "The account has never proven this network, only 2 networks near it."
                 *             },
                 *             {
                 *               "code": "UNRECOGNIZED_CONTEXT",
                 *               "weight": 20,
                 *               "description": "In 11 days and 9 confirmed logins, the account has proven neither this device nor this network."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "decision.challenge";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDecisionBlock: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "decision.block",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 95,
                 *           "level": "critical",
                 *           "decision": "block",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "CREDENTIAL_STUFFING_SUSPECTED",
                 *               "weight": 75,
                 *               "description": "8 accounts failed from this fingerprint within 1 hour; none logged in from a recognized source."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "decision.block";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeviceNew: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "device.new",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "device.new";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSecurityCredentialStuffing: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "security.credential_stuffing",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 95,
                 *           "level": "critical",
                 *           "decision": "block",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "CREDENTIAL_STUFFING_SUSPECTED",
                 *               "weight": 75,
                 *               "description": "8 accounts failed from this fingerprint within 1 hour; none logged in from a recognized source."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "security.credential_stuffing";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSecurityBruteForce: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "security.brute_force",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 69,
                 *           "level": "high",
                 *           "decision": "challenge",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "NEW_NETWORK",
                 *               "weight": 10,
                 *               "description": "The account has never proven this network, only 2 networks near it."
                 *             },
                 *             {
                 *               "code": "BRUTE_FORCE_SUSPECTED",
                 *               "weight": 39,
                 *               "description": "5 failed logins on this account from this source within 10 minutes (threshold 5)."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "security.brute_force";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSecurityAutomationSuspected: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "security.automation_suspected",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 70,
                 *           "level": "high",
                 *           "decision": "challenge",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             },
                 *             {
                 *               "code": "AUTOMATION_SUSPECTED",
                 *               "weight": 50,
                 *               "description": "The browser shows a WebDriver-controlled browser (automation score 70)."
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "security.automation_suspected";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAssessment"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeviceTrusted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "device.trusted",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": null,
                 *         "event_type": null,
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": null,
                 *         "is_trusted": true,
                 *         "changed_at": "2026-03-01T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "device.trusted";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookDeviceTrust"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeviceTrustRevoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "device.trust_revoked",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": null,
                 *         "event_type": null,
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": null,
                 *         "is_trusted": false,
                 *         "changed_at": "2026-03-01T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "device.trust_revoked";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookDeviceTrust"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOutcomeCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "outcome.created",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         },
                 *         "outcome": {
                 *           "id": "out_01m7zweae9e0ttzdyss4193jta",
                 *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *           "label": "legitimate",
                 *           "authentication_outcome": "mfa_passed",
                 *           "submitted_by": {
                 *             "type": "secret_key",
                 *             "id": "key_01m7zweae9e0ttzdyss4193jta",
                 *             "name": "Backend"
                 *           },
                 *           "submitted_at": "2026-03-01T12:00:00.000Z",
                 *           "is_current": true,
                 *           "decision": "allow",
                 *           "evaluation": "correct_allow"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "outcome.created";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookOutcome"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOutcomeUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "outcome.updated",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         },
                 *         "outcome": {
                 *           "id": "out_01m7zweae9e0ttzdyss4193jta",
                 *           "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *           "label": "legitimate",
                 *           "authentication_outcome": "mfa_passed",
                 *           "submitted_by": {
                 *             "type": "secret_key",
                 *             "id": "key_01m7zweae9e0ttzdyss4193jta",
                 *             "name": "Backend"
                 *           },
                 *           "submitted_at": "2026-03-01T12:00:00.000Z",
                 *           "is_current": true,
                 *           "decision": "allow",
                 *           "evaluation": "correct_allow"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "outcome.updated";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookOutcome"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "webhook.test",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": "evt_01m7zweae9e0ttzdyss4193jta",
                 *         "event_type": "login",
                 *         "device_id": "dev_01m7zweae9e0ttzdyss4193jta",
                 *         "risk": {
                 *           "score": 20,
                 *           "level": "low",
                 *           "decision": "allow",
                 *           "signals": [
                 *             {
                 *               "code": "NEW_DEVICE",
                 *               "weight": 20,
                 *               "description": "The device has never been seen before."
                 *             }
                 *           ]
                 *         },
                 *         "test": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookTest"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "alert.opened",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": null,
                 *         "event_type": null,
                 *         "device_id": null,
                 *         "risk": null,
                 *         "alert": {
                 *           "id": "alt_01m7zweae9e0ttzdyss4193jta",
                 *           "rule_id": "alr_01m7zweae9e0ttzdyss4193jta",
                 *           "rule_name": "Blocked logins",
                 *           "kind": "block_share",
                 *           "what": "40 % of the events were blocked: 40 of 100 within 15 minutes.",
                 *           "value": 40,
                 *           "threshold": 20,
                 *           "since": "2026-03-01T12:00:00.000Z",
                 *           "opened_at": "2026-03-01T12:00:00.000Z",
                 *           "resolved_at": null,
                 *           "url": "https://risk.example.com/alerts"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "alert.opened";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAlert"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAlertResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, as in the body (Standard Webhooks). */
                "webhook-id": string;
                /** @description Unix time of the attempt in seconds (Standard Webhooks). */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks). */
                "webhook-signature": string;
                /** @description The id of the delivery, as in the body. */
                "Service-Webhook-Id": string;
                /** @description Unix time of the attempt in seconds. */
                "Service-Webhook-Timestamp": string;
                /** @description Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret. */
                "Service-Webhook-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "wh_evt_01m7zweae9e0ttzdyss4193jta",
                 *       "type": "alert.resolved",
                 *       "created_at": "2026-03-01T12:00:00.000Z",
                 *       "api_version": "2026-11-01",
                 *       "data": {
                 *         "event_id": null,
                 *         "event_type": null,
                 *         "device_id": null,
                 *         "risk": null,
                 *         "alert": {
                 *           "id": "alt_01m7zweae9e0ttzdyss4193jta",
                 *           "rule_id": "alr_01m7zweae9e0ttzdyss4193jta",
                 *           "rule_name": "Blocked logins",
                 *           "kind": "block_share",
                 *           "what": "40 % of the events were blocked: 40 of 100 within 15 minutes.",
                 *           "value": 40,
                 *           "threshold": 20,
                 *           "since": "2026-03-01T12:00:00.000Z",
                 *           "opened_at": "2026-03-01T12:00:00.000Z",
                 *           "resolved_at": "2026-03-01T12:00:00.000Z",
                 *           "url": "https://risk.example.com/alerts"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Prefix wh_evt_; the same in every attempt. Drop repetitions by it. */
                    id: string;
                    /** @enum {string} */
                    type: "alert.resolved";
                    /**
                     * Format: date-time
                     * @description When the cause happened.
                     */
                    created_at: string;
                    /**
                     * @description Version of this shape, as a date.
                     * @example 2026-11-01
                     */
                    api_version: string;
                    data: components["schemas"]["WebhookAlert"];
                };
            };
        };
        responses: {
            /** @description Received. Any 2xx status stops the retries. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Rejected permanently, except for 408 and 429, which are retried. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried after 1 minute, 5 minutes, 30 minutes and 2 hours. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

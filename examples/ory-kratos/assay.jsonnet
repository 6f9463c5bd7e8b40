// The body of the web hook without unknown members. `signals` come from the login page, as the flow's transient payload.
function(ctx)
  local header(name) = if name in ctx.request_headers then ctx.request_headers[name][0];
  // The last address is the one that your own proxy saw; anyone can forge the ones before it.
  local forwarded = std.split(std.toString(header('X-Forwarded-For')), ',');
  local payload = std.get(ctx.flow, 'transient_payload');
  std.prune({
    account: ctx.identity.id,
    aal: std.get(ctx.flow, 'requested_aal', 'aal1'),
    ip_address: if header('True-Client-Ip') != null then header('True-Client-Ip')
                else if header('X-Forwarded-For') != null then std.stripChars(forwarded[std.length(forwarded) - 1], ' '),
    user_agent: header('User-Agent'),
    signals: if std.isObject(payload) then std.get(payload, 'signals'),
  })

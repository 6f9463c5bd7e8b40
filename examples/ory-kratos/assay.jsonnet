// The body of the web hook. `signals` come from the login page, as the flow's transient payload.
function(ctx) {
  account: ctx.identity.id,
  aal: ctx.flow.requested_aal,
  ip_address: if "True-Client-Ip" in ctx.request_headers then ctx.request_headers["True-Client-Ip"][0]
              else if "X-Forwarded-For" in ctx.request_headers then ctx.request_headers["X-Forwarded-For"][0],
  user_agent: if "User-Agent" in ctx.request_headers then ctx.request_headers["User-Agent"][0],
  signals: if "transient_payload" in ctx.flow then ctx.flow.transient_payload.signals,
}

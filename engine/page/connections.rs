//! Accepts connections and answers their requests, within limits of time and number.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::places::{Place, Places};

/// Maximum number of connections that send requests. A tab has a few while it loads; the socket of a tab does not count.
const MAX_CONNECTIONS: usize = 256;

/// Time in which a client must send the headers of a request. A connection without requests is closed after it too.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// Time to wait after a failure to accept a connection, such as too many open files.
const RECOVERY: Duration = Duration::from_millis(100);

/// Serves the pages until the future is dropped.
pub(crate) async fn serve(listener: TcpListener, pages: Router) -> io::Result<()> {
    let places: Arc<Places> = Places::new(MAX_CONNECTIONS);
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // A connection too many is closed at once.
                if let Some(place) = places.take() {
                    tokio::spawn(answer(stream, pages.clone(), place));
                }
            }
            Err(_) => tokio::time::sleep(RECOVERY).await,
        }
    }
}

/// Answers the requests of a connection.
async fn answer(stream: TcpStream, pages: Router, place: Place) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(pages));
    // A failure concerns the client only.
    let _ = connection.with_upgrades().await;
    drop(place);
}

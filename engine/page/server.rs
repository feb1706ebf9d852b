//! The server: listens on the local machine, and sends the files of the page.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use blanche_compiler::files;
use blanche_compiler::runtime::Limits;
use noire_engine::with_world;
use noire_engine::world::{self, AnyBase};

use crate::places::Places;
use crate::programs::NamedProgram;
use crate::search_queue::SearchQueue;
use crate::store::Store;
use crate::{assets, connections, guard, opponents, socket, store};

/// Maximum number of tabs.
pub(crate) const MAX_TABS: usize = 64;

/// Maximum number of sockets that have not sent the token yet. Tabs do so at once.
const MAX_NEWCOMERS: usize = 16;

/// Maximum size of a message from a tab, in bytes.
pub(crate) const MAX_MESSAGE: usize = 1 << 20;

/// Interval at which the server checks whether it should end.
const INTERVAL: Duration = Duration::from_millis(100);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// The names or folders of the games to choose from. The first one is offered first.
    pub games: Vec<String>,
    /// The folder in which games and the token are kept; `None` keeps nothing.
    pub data: Option<PathBuf>,
    /// The language of the page, unless its user chooses another one.
    pub language: String,
    /// A folder with files of further languages.
    pub languages: Option<PathBuf>,
    /// Programs of other authors to choose as players.
    pub programs: Vec<NamedProgram>,
    /// A folder from which the files of the page are sent, instead of those in the program.
    pub web_folder: Option<PathBuf>,
}

/// What all tabs share.
pub(crate) struct Hall {
    pub(crate) settings: Settings,
    pub(crate) token: String,
    pub(crate) store: Store,
    pub(crate) queue: Arc<SearchQueue>,
    /// The places for tabs.
    pub(crate) tabs: Arc<Places>,
    /// The places for sockets that have not sent the token yet.
    newcomers: Arc<Places>,
    games: OnceLock<Vec<Game>>,
}

/// A game to choose from.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) players: Vec<String>,
    pub(crate) agents: Vec<String>,
    pub(crate) has_openings: bool,
}

impl Game {
    /// The game of this name or folder. A game that cannot be opened has no players; it is reported when it is chosen.
    fn open(name: &str, programs: &[NamedProgram]) -> Game {
        let base = world::open(name, Limits::default()).ok();
        let players = base.as_ref().map(AnyBase::players).unwrap_or_default();
        let has_openings = matches!(base, Some(AnyBase::Stones(_)));
        let world = base.and_then(|base| {
            let backend = base.backend();
            base.answered_by(vec![backend], None).ok()
        });
        let agents = world.map(|world| with_world!(&world, |world| opponents::fitting(world, programs)));
        Game { name: name.to_owned(), players, agents: agents.unwrap_or_default(), has_openings }
    }
}

impl Hall {
    /// The games to choose from.
    pub(crate) fn games(&self) -> &[Game] {
        self.games.get_or_init(|| {
            let Settings { games, programs, .. } = &self.settings;
            games.iter().map(|name| Game::open(name, programs)).collect()
        })
    }
}

/// Begins to listen on a port of the local machine. Returns the port too, because 0 stands for any free one.
fn listener(port: u16) -> io::Result<(TcpListener, u16)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    Ok((listener, port))
}

/// A server that is ready to run.
pub struct Server {
    listener: TcpListener,
    port: u16,
    hall: Arc<Hall>,
}

/// Why a server cannot be started.
#[derive(Debug)]
pub enum StartError {
    /// The port is not free, or the system does not allow to listen on it.
    Port(io::Error),
    /// The folder for the games cannot be used.
    Data(io::Error),
}

impl Server {
    /// Begins to listen on the local machine.
    ///
    /// # Errors
    /// If the port is not free, or the folder for the games cannot be used.
    pub fn bind(settings: Settings) -> Result<Server, StartError> {
        let store = Store::open(settings.data.clone()).map_err(StartError::Data)?;
        let token = store.token().map_err(StartError::Data)?;
        let (listener, port) = listener(settings.port).map_err(StartError::Port)?;
        let hall = Hall {
            settings,
            token,
            store,
            queue: Arc::default(),
            tabs: Places::new(MAX_TABS),
            newcomers: Places::new(MAX_NEWCOMERS),
            games: OnceLock::new(),
        };
        Ok(Server { listener, port, hall: Arc::new(hall) })
    }

    /// The address of the page, with the token that the page needs.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.hall.token)
    }

    /// The folder in which games are kept by default; `None` if the system names none.
    pub fn data_folder() -> Option<PathBuf> {
        files::data("noire", store::VARIABLE)
    }

    /// Serves pages until the flag is set.
    ///
    /// # Errors
    /// If the server cannot be started.
    pub fn run(self, stop: Arc<AtomicBool>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let port = self.port;
        let pages = Router::new()
            .route("/socket", get(open_socket))
            .fallback(page)
            .with_state(self.hall)
            .layer(middleware::from_fn_with_state(port, guard::guard));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let serving = connections::serve(listener, pages);
            let ended = async {
                while !stop.load(Ordering::Relaxed) {
                    tokio::time::sleep(INTERVAL).await;
                }
            };
            // Open sockets need not be waited for.
            match futures_util::future::select(std::pin::pin!(serving), std::pin::pin!(ended)).await {
                futures_util::future::Either::Left((served, _)) => served,
                futures_util::future::Either::Right(_) => Ok(()),
            }
        })
    }
}

async fn page(State(hall): State<Arc<Hall>>, request: Request) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "The page can only be read.\n").into_response();
    }
    assets::answer(request.uri().path(), hall.settings.web_folder.as_ref())
}

async fn open_socket(State(hall): State<Arc<Hall>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(place) = hall.newcomers.take() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many connections begin at once.\n").into_response();
    };
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| socket::serve(hall, place, socket).await)
}
